//! The series `web_objects`: each object of a web page that arrived in full.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Names, Recording, RunEnd, Series, Table, TableSpec, WebObject, columns,
    rows_are_final,
};

columns! {
    /// A row for each object of a web page that came over the network in full, in the order in
    /// which they did.
    pub(super) struct WebObjects "web_objects" {
        /// When its last byte came.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Number of the visit in its flow, from 0.
        page: Vec<u64>,
        /// Its name in the page.
        object: Names,
        /// When the browser learned that it needs it.
        discovered_s: Vec<f64> as "s",
        /// When the browser wrote the request.
        requested_s: Vec<f64> as "s",
        /// When the first byte of the response came.
        first_byte_s: Vec<f64> as "s",
        /// Bytes of its content.
        bytes: Vec<u64> as "B",
        /// Number of the connection in its flow, from 0.
        connection: Vec<u64>,
        /// Number of its request on that connection, from 0.
        stream: Vec<u64>,
    }
}

impl Series for WebObjects {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str =
        "every object of a web page: when it was asked for and came, and over which connection";
    const SOURCE: &'static str = "docs: web";
    const EVENTS: Events = Events::OBJECT_LOADED;
}

impl Recording for WebObjects {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::ObjectLoaded { flow, object } = *event else { return };
        let WebObject { page, name, discovered, requested, first_byte, bytes, .. } = *object;
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.page.push(u64::from(page));
        self.object.push(name);
        self.discovered_s.push(discovered.as_secs_f64());
        self.requested_s.push(requested.as_secs_f64());
        self.first_byte_s.push(first_byte.as_secs_f64());
        self.bytes.push(bytes);
        self.connection.push(u64::from(object.connection));
        self.stream.push(u64::from(object.stream));
    }

    fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
        Columns::into_table(*self)
    }

    rows_are_final!();
}
