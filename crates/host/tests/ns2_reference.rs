//! Goal: the stack `ns2` does what ns-2.35 does on one link. Method: the transfers of
//! `data/ns2/README.md` over a simulated FIFO link, compared with what ns-2 printed.

mod support;

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_host::{Algorithm, Application, Stack, TcpConfig, open};
use support::{Link, Notes, World};

#[test]
fn explore() {
    for (delay, queue) in [(25,15),(25,50),(25,100),(40,15),(40,50),(40,100),(90,15),(90,50),(90,100)] {
        let transport = TcpConfig::of(Stack::Ns2, Algorithm::Cubic);
        let application = Application::File { size_bytes: 15_729_000 };
        let ends = open(FlowId(0), NodeId(0), NodeId(1), SimTime::from_secs(1), &application, &transport);
        let link = |queue| Link::new(Some(1_500_000), Duration::from_millis(delay), queue);
        let mut world = World::new(ends, [link(queue - 1), link(1000)], Notes::default());
        if delay == 40 && queue == 50 {
            world.impair = Box::new(|t, d, p| { if d==0 && t < SimTime::from_secs(20) { println!("+ {:.6} {}", t.as_secs_f64(), support::seq(p).div_ceil(1000)); } vec![Duration::ZERO] });
        }
        assert!(world.run(SimTime::from_secs(1000)));
        let report = world.ends[0].report().merged(&world.ends[1].report());
        println!("d{delay}q{queue} end {:.6} sent {} rex {} drops {} rec {} to {} ev {}", report.last_received.unwrap().as_secs_f64(),
            report.packets_sent, report.retransmissions, world.links[0].drops, report.recoveries, report.timeouts, world.events);
        if delay == 40 && queue == 50 {
            for (t,c,s) in &world.trace.congestion { if *s != u64::MAX { println!("C {:.5} {:.3} {:.3}", t.as_secs_f64(), *c as f64/1e3, *s as f64/1e3);} }
        }
    }
}
