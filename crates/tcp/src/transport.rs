//! TCP as a transport, for all stacks.

use std::sync::Arc;

use skyseam_endpoint::tls::{Tickets, Tls};
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup, Streams, Transport};
use skyseam_endpoint::{BoxedEndpoint, session};
use skyseam_packet::wire::{Announced, window_scale_of};
use skyseam_params::{Keys, Model, Problems};

use crate::checks::{one_of, two_way_stacks};
use crate::config::TcpConfig;

/// IP and TCP header without options, bytes.
const TCP_IP: u32 = 40;

impl Transport for TcpConfig {
    fn is_two_way(&self) -> bool {
        self.stack.one_way().is_none()
    }

    fn streams(&self) -> Option<Streams> {
        self.is_two_way().then_some(Streams::One)
    }

    fn open(&self, opening: FlowSetup<'_>, content: ConnectionPayload) -> [BoxedEndpoint; 2] {
        if let ConnectionPayload::Session(apps) = content {
            return session::open(self.clone(), opening, apps);
        }
        let content = match (&self.tls, content) {
            (Some(tls), ConnectionPayload::Stream(apps)) => {
                ConnectionPayload::Stream(tls.secure(apps, &Tickets::of(&opening)))
            }
            (_, content) => content,
        };
        self.stack.open(self, opening, content)
    }

    fn ends_share(&self) -> bool {
        false
    }

    fn largest_packet(&self) -> u32 {
        self.mss + TCP_IP
    }

    fn bytes_for(&self, bytes: u64) -> u64 {
        self.stack.bytes_for(self, bytes)
    }

    fn announced(&self) -> Announced {
        Announced {
            mss: u16::try_from(self.mss).unwrap_or(u16::MAX),
            sack_permitted: self.sack_blocks > 0,
            window_scale: window_scale_of(self.receive_window),
        }
    }

    fn unit(&self) -> (&'static str, u32) {
        ("mss", self.mss)
    }

    fn without_tls(&self) -> Option<(Tls, Model<dyn Transport>)> {
        let tls = self.tls.clone()?;
        Some((tls, Model::new(Arc::new(Self { tls: None, ..self.clone() }))))
    }

    fn is_relayed(&self) -> bool {
        true
    }

    fn is_relayed_in_sessions(&self) -> bool {
        true
    }

    fn secured(&self) -> Option<Model<dyn Transport>> {
        if self.tls.is_some() || !self.is_two_way() {
            return None;
        }
        Some(Model::new(Arc::new(Self { tls: Some(Tls::of_browsers()), ..self.clone() })))
    }

    fn unbuffered(&self) -> Option<Model<dyn Transport>> {
        let stack = self.stack.unbuffered()?;
        Some(Model::new(Arc::new(Self { stack, ..self.clone() })))
    }

    fn check_one_way(&self, said: &str, keys: &Keys, problems: &mut Problems<'_>) {
        let has_no_tls = self.tls.as_ref().is_some_and(|tls| !tls.is_some());
        for key in ["fast_open", "ttcp", "tls"] {
            if keys.has(key) && !(key == "tls" && has_no_tls) {
                problems
                    .add(
                        &keys.at(key),
                        format!("`{key}` belongs to applications whose endpoints both send"),
                    )
                    .found(format!("{key} with {said}"))
                    .expected("kind = \"download\" or kind = \"request-response\"")
                    .help("an upload is a \"request-response\" with the file as its `request`");
            }
        }
    }

    fn check_two_way(&self, kind: &str, keys: &Keys, problems: &mut Problems<'_>) {
        if let Some(why) = self.stack.one_way() {
            let (stack, two_way) = (self.stack.name(), one_of(&two_way_stacks(problems)));
            problems
                .add(
                    &keys.at("stack"),
                    format!("the TCP stack \"{stack}\" sends data in one direction"),
                )
                .found(format!("stack = \"{stack}\" with kind = \"{kind}\""))
                .expected(format!("{two_way}, or a kind that sends in both directions"))
                .help(format!("{why}: they carry \"file\" and \"bulk\""));
        }
        self.stack.check_two_way(kind, keys, problems);
    }
}
