//! The series `web_objects`: each web object that arrived completely.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Names, Recording, RunEnd, Series, Table, TableSpec, WebObject, columns,
    rows_are_final,
};

columns! {
    /// A row for each web object that arrived completely over the network, in the order of arrival.
    pub(super) struct WebObjects "web_objects" {
        /// Arrival time of the last byte.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Number of the visit in its flow, from 0.
        page: Vec<u64>,
        /// Name of the object in the page.
        object: Names,
        /// Time when the browser discovered the object.
        discovered_s: Vec<f64> as "s",
        /// Time when the browser wrote the request.
        requested_s: Vec<f64> as "s",
        /// Arrival time of the first byte of the response.
        first_byte_s: Vec<f64> as "s",
        /// Bytes of the content.
        bytes: Vec<u64> as "B",
        /// Number of the connection in its flow, from 0.
        connection: Vec<u64>,
        /// Number of the request on that connection, from 0.
        stream: Vec<u64>,
    }
}

impl Series for WebObjects {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str =
        "every object of a web page: times of request and arrival, and its connection";
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
