//! How flows are carried: TCP and QUIC, what their keys mean for each other.

use skyseam_host::config::{LossRecovery, Stack, TcpConfig, TransportConfig};
use skyseam_host::congestion::{ALGORITHMS, Algorithm};
use skyseam_host::quic::QuicConfig;

use crate::document::At;
use crate::error::Problems;
use crate::names::{Named, Pick, name_of};
use crate::tables::{FlowTable, QuicTable, TcpTable, TransportTable};
use crate::units;
use crate::values::Flag;

pub(super) fn transport(table: &FlowTable, problems: &mut Problems<'_>) -> Option<TransportConfig> {
    let Some(transport) = &table.transport else {
        return Some(TransportConfig::Tcp(TcpConfig::of(Stack::Rfc, Algorithm::Cubic)));
    };
    match &transport.value {
        TransportTable::Tcp(table) => tcp(table, transport, problems).map(TransportConfig::Tcp),
        TransportTable::Quic(quic) => {
            let config = quic_config(quic)?;
            check_quic(quic, &config, problems);
            Some(TransportConfig::Quic(config))
        }
    }
}

pub(super) fn tcp<T>(
    tcp: &TcpTable,
    transport: &At<T>,
    problems: &mut Problems<'_>,
) -> Option<TcpConfig> {
    check_controller(tcp, problems)?;
    check_recovery(tcp, problems)?;
    let config = tcp_config(tcp)?;
    check_tcp(tcp, &config, transport, problems);
    Some(config)
}

/// Notes a controller that the stack does not have.
fn check_controller(table: &TcpTable, problems: &mut Problems<'_>) -> Option<()> {
    let (stack, congestion) = (table.stack.as_ref()?, table.congestion.as_ref()?);
    if congestion.value.0.entry().is_of(stack.value.0) {
        return Some(());
    }
    let (stack, name) = (stack.value.0, congestion.value.0.name());
    let quoted = |names: Vec<&str>| {
        names.into_iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
    };
    let of_stack = ALGORITHMS.iter().filter(|entry| entry.is_of(stack)).map(|entry| entry.name);
    let stacks = Pick::<Stack>::choices().into_iter();
    let stacks = stacks.filter(|choice| congestion.value.0.entry().is_of(choice.value.0));
    let having = quoted(stacks.map(|choice| choice.name).collect());
    problems
        .add(
            &congestion.place,
            format!("the TCP stack \"{}\" has no \"{name}\"", name_of(Pick(stack))),
        )
        .found(format!("congestion = \"{name}\" with stack = \"{}\"", name_of(Pick(stack))))
        .expected(format!("for this stack, one of {}", quoted(of_stack.collect())))
        .help(format!("\"{name}\" is there with stack = {having}"));
    None
}

/// Notes a way of recovery that the stack does not have, or that does not go with the other keys.
fn check_recovery(table: &TcpTable, problems: &mut Problems<'_>) -> Option<()> {
    let (stack, congestion) = (table.stack.as_ref()?.value.0, table.congestion.as_ref()?);
    if stack != Stack::Ns2 {
        let Some(recovery) = &table.recovery else { return Some(()) };
        problems
            .add(
                &recovery.place,
                format!("the TCP stack \"{}\" has no choice here", name_of(Pick(stack))),
            )
            .found(format!("recovery = \"{}\"", name_of(recovery.value)))
            .expected("stack = \"ns2\", or no `recovery`")
            .help("without SACK (sack_blocks = 0) \"rfc\" is NewReno, with it RFC 6675");
        return None;
    }
    let recovery = table.recovery.as_ref().map_or(LossRecovery::Fack, |given| given.value.0);
    let name = name_of(Pick(recovery));
    let place = |other| table.recovery.as_ref().map_or(other, |given| &given.place);
    if recovery != LossRecovery::Fack && congestion.value.0 != Algorithm::NewReno {
        let found = congestion.value.0.name();
        problems
            .add(place(&congestion.place), "ns-2's agent has a window of its own")
            .found(format!("recovery = \"{name}\" with congestion = \"{found}\""))
            .expected("congestion = \"newreno\"")
            .help("modules of Linux go with recovery = \"fack\" (Agent/TCP/Linux)");
        return None;
    }
    if recovery != LossRecovery::NewReno
        && let Some(blocks) = table.sack_blocks.as_ref().filter(|blocks| blocks.0 == 0)
    {
        problems
            .add(&blocks.place, "ns-2's agent finds losses by selective acknowledgements alone")
            .found(format!("sack_blocks = 0 with recovery = \"{name}\""))
            .expected("a sink that sends blocks, or recovery = \"newreno\"");
        return None;
    }
    Some(())
}

/// What the stack does, but for the keys that are given.
fn tcp_config(table: &TcpTable) -> Option<TcpConfig> {
    let mut tcp = TcpConfig::of(table.stack.as_ref()?.value.0, table.congestion.as_ref()?.value.0);
    if let Some(recovery) = &table.recovery {
        tcp = tcp.recovering_by(recovery.value.0);
    }
    if let Some(guard) = &table.storm_guard {
        tcp.storm_guard = guard.0;
    }
    let small = |value: u64| u32::try_from(value).ok();
    if let Some(mss) = &table.mss {
        tcp.mss = small(mss.0)?;
    }
    if let Some(header) = &table.header {
        tcp.header_bytes = small(header.0)?;
    }
    if let Some(window) = &table.initial_window {
        tcp.initial_window = small(window.0)?;
    }
    if let Some(window) = &table.receive_window {
        tcp.receive_window = window.0;
    }
    if let Some(buffer) = &table.send_buffer {
        tcp.send_buffer = buffer.0;
    }
    if let Some(blocks) = &table.sack_blocks {
        tcp.sack_blocks = u8::try_from(blocks.0).ok()?;
    }
    if let Some(timestamps) = &table.timestamps {
        tcp.timestamps = timestamps.0;
    }
    if let Some(delayed_ack) = &table.delayed_ack {
        tcp.delayed_ack = delayed_ack.value.0;
    }
    if let Some(handshake) = &table.handshake {
        tcp.handshake = handshake.0;
    }
    if let Some(threshold) = &table.dup_threshold {
        tcp.dup_threshold = u32::try_from(threshold.0).ok()?;
    }
    if let Some(hystart) = &table.hystart {
        tcp.hystart = hystart.0;
    }
    if let Some(pacing) = &table.pacing {
        tcp.pacing = pacing.0;
    }
    if let Some(offload) = &table.offload {
        tcp.offload = offload.0;
    }
    if let Some(compressed) = &table.compressed_sacks {
        tcp.compressed_sacks = compressed.0;
    }
    if let Some(reference) = &table.hybla_rtt {
        tcp.hybla_rtt = reference.0;
    }
    let timeouts = [
        (&table.initial_rto, &mut tcp.initial_rto),
        (&table.min_rto, &mut tcp.min_rto),
        (&table.max_rto, &mut tcp.max_rto),
    ];
    for (given, timeout) in timeouts {
        if let Some(given) = given {
            *timeout = given.0;
        }
    }
    Some(tcp)
}

fn check_tcp<T>(table: &TcpTable, tcp: &TcpConfig, here: &At<T>, problems: &mut Problems<'_>) {
    if tcp.receive_window < u64::from(tcp.mss) {
        let place = table.receive_window.as_ref().map(|window| &window.place);
        let place = place.or(table.mss.as_ref().map(|mss| &mss.place)).unwrap_or(&here.place);
        problems
            .add(place, "the receive window does not hold one segment")
            .found(format!("receive_window = {} B, mss = {} B", tcp.receive_window, tcp.mss))
            .expected("a receive window of at least one mss");
    }
    // RFC 7323 Sec. 3.2: 10 bytes, padded to 12, out of every full segment.
    if tcp.timestamps && tcp.mss <= 12 {
        let place = table.mss.as_ref().map_or(&here.place, |mss| &mss.place);
        problems
            .add(place, "the timestamps option leaves no room for data")
            .found(format!("mss = {} B, of which timestamps take 12 B", tcp.mss))
            .expected("an mss above 12 B, or timestamps = false");
    }
    check_pacing(table, tcp, problems);
    check_storm_guard(table, tcp, problems);
    if let Some(reference) = &table.hybla_rtt
        && tcp.congestion != Algorithm::Hybla
    {
        problems
            .add(&reference.place, "`hybla_rtt` means nothing to this controller")
            .found(format!("congestion = \"{}\"", name_of(Pick(tcp.congestion))))
            .help("remove it, or write congestion = \"hybla\"");
    }
    let print = units::print_duration;
    if tcp.min_rto > tcp.max_rto {
        let given = table.min_rto.as_ref().or(table.max_rto.as_ref());
        problems
            .add(given.map_or(&here.place, |given| &given.place), "`min_rto` is above `max_rto`")
            .found(format!("min_rto = {}, max_rto = {}", print(tcp.min_rto), print(tcp.max_rto)))
            .expected("a smallest retransmission timeout not above the largest");
    } else if tcp.initial_rto > tcp.max_rto {
        let given = table.initial_rto.as_ref().or(table.max_rto.as_ref());
        problems
            .add(
                given.map_or(&here.place, |given| &given.place),
                "`initial_rto` is above `max_rto`",
            )
            .found(format!(
                "initial_rto = {}, max_rto = {}",
                print(tcp.initial_rto),
                print(tcp.max_rto)
            ))
            .expected("a first retransmission timeout not above the largest");
    }
}

/// Keys of the stack `linux`, and a controller that cannot be kept from pacing.
fn check_pacing(table: &TcpTable, tcp: &TcpConfig, problems: &mut Problems<'_>) {
    let place = |flag: &Option<At<Flag>>| flag.as_ref().map(|given| given.place.clone());
    let keys = [
        ("pacing", place(&table.pacing)),
        ("offload", place(&table.offload)),
        ("compressed_sacks", place(&table.compressed_sacks)),
        ("send_buffer", table.send_buffer.as_ref().map(|given| given.place.clone())),
    ];
    for (key, given) in keys {
        if let Some(place) = given
            && tcp.stack != Stack::Linux
        {
            problems
                .add(&place, format!("only the TCP stack \"linux\" knows `{key}`"))
                .found(format!("{key} with stack = \"{}\"", name_of(Pick(tcp.stack))))
                .help(format!("remove `{key}`, or set stack = \"linux\""));
        }
    }
    if let Some(pacing) = &table.pacing
        && !pacing.0
        && tcp.congestion == Algorithm::Bbr
    {
        problems
            .add(&pacing.place, "BBR is always paced")
            .found("pacing = false with congestion = \"bbr\"")
            .help("remove `pacing`, or take another controller");
    }
}

/// Only ns-2's `Agent/TCP/Linux` has storms to be guarded against.
fn check_storm_guard(table: &TcpTable, tcp: &TcpConfig, problems: &mut Problems<'_>) {
    let Some(guard) = &table.storm_guard else { return };
    if tcp.recovery == Some(LossRecovery::Fack) {
        return;
    }
    let found = match tcp.recovery {
        Some(recovery) => format!("storm_guard with recovery = \"{}\"", name_of(Pick(recovery))),
        None => format!("storm_guard with stack = \"{}\"", name_of(Pick(tcp.stack))),
    };
    problems
        .add(
            &guard.place,
            "only the TCP stack \"ns2\" with recovery = \"fack\" knows `storm_guard`",
        )
        .found(found)
        .help("remove `storm_guard`: nothing else here begins storms of retransmissions");
}

fn quic_config(table: &QuicTable) -> Option<QuicConfig> {
    let small = |value: u64| u16::try_from(value).ok();
    let usual = QuicConfig::of(table.congestion.as_ref()?.value.0);
    let datagram_bytes = small(table.datagram.as_ref()?.0)?;
    let largest = match &table.largest_datagram {
        Some(largest) => Some(small(largest.0)?),
        None => usual.discovery.map(|largest| largest.max(datagram_bytes)),
    };
    let ack_every = match &table.ack_every {
        Some(packets) => Some(u32::try_from(packets.0).ok()?),
        None => None,
    };
    Some(QuicConfig {
        initial_window: table.initial_window.as_ref()?.0,
        datagram_bytes,
        discovery: largest.filter(|_| table.mtu_discovery.as_ref().is_some_and(|flag| flag.0)),
        receive_window: table.receive_window.as_ref()?.0,
        ack_every,
        ack_delay: table.ack_delay.as_ref().map(|delay| delay.0),
        idle_timeout: table.idle_timeout.as_ref()?.0,
        initial_rtt: table.initial_rtt.as_ref()?.0,
        server_flight: u32::try_from(table.server_flight.as_ref()?.0).ok()?,
        ..usual
    })
}

fn check_quic(table: &QuicTable, quic: &QuicConfig, problems: &mut Problems<'_>) {
    let datagram = quic.datagram_bytes;
    if let Some(largest) = &table.largest_datagram {
        if quic.discovery.is_none() {
            problems
                .add(&largest.place, "`largest_datagram` is never tried")
                .found("mtu_discovery = false")
                .help("remove it, or let mtu_discovery be true");
        } else if largest.0 < u64::from(datagram) {
            problems
                .add(&largest.place, "`largest_datagram` is below `datagram`")
                .found(format!("largest_datagram = {} B, datagram = {datagram} B", largest.0))
                .expected("a largest datagram not below the first");
        }
    }
    if let Some(window) = &table.initial_window
        && quic.initial_window < 2 * u64::from(datagram)
    {
        problems
            .add(&window.place, "the initial window does not hold two datagrams")
            .found(format!("initial_window = {} B, datagram = {datagram} B", quic.initial_window))
            .expected("an initial window of at least two datagrams (RFC 9002 Sec. 7.2)");
    }
    if let Some(window) = &table.receive_window
        && quic.receive_window < u64::from(datagram)
    {
        problems
            .add(&window.place, "the receive window does not hold one datagram")
            .found(format!("receive_window = {} B, datagram = {datagram} B", quic.receive_window))
            .expected("a receive window of at least one datagram");
    }
}
