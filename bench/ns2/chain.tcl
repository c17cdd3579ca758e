# CUBIC flows along a chain of links, the benchmark of packets per CPU second.
# Usage: ns chain.tcl HOPS FLOWS SECONDS COUNT WINDOW [PAYLOAD [AGENT]]
#
# The first link has 100 Mb/s, the others 1 Gb/s; 40 ms one way in all, evenly; drop-tail of 1000
# packets everywhere. With COUNT = 1 every link is monitored and the last line of output is
# "packet_hops N", N being departures summed over all links and both directions; that costs time, so
# the run that is timed has COUNT = 0. Both runs are the same packet for packet. WINDOW in packets; PAYLOAD
# in bytes, 1000 by default. AGENT is TCP/Linux with CUBIC by default, or another with its own rule,
# such as TCP/Sack1.

remove-all-packet-headers
add-packet-header IP TCP Flags

lassign $argv hops flows seconds count window payload agent
if {$payload eq ""} { set payload 1000 }
if {$agent eq ""} { set agent TCP/Linux }

Agent/TCP set packetSize_ $payload
Agent/TCP set window_ $window
Agent/TCP set windowInit_ 10
Agent/TCP set timestamps_ false
Queue set limit_ 1000

set ns [new Simulator]
for {set i 0} {$i <= $hops} {incr i} {
    set node($i) [$ns node]
}
for {set i 0} {$i < $hops} {incr i} {
    set rate [expr {$i == 0 ? "100Mb" : "1Gb"}]
    set next [expr {$i + 1}]
    $ns duplex-link $node($i) $node($next) $rate [expr {40.0 / $hops}]ms DropTail
    if {$count} {
        lappend monitors [$ns monitor-queue $node($i) $node($next) ""] \
            [$ns monitor-queue $node($next) $node($i) ""]
    }
}
for {set f 0} {$f < $flows} {incr f} {
    set tcp [new Agent/$agent]
    set sink [new Agent/TCPSink/Sack1]
    $ns attach-agent $node(0) $tcp
    $ns attach-agent $node($hops) $sink
    $ns connect $tcp $sink
    if {$agent eq "TCP/Linux"} { $ns at 0 "$tcp select_ca cubic" }
    $ns at 0 "$tcp send -1"
    lappend sinks $sink
}
$ns at $seconds {
    set bytes 0
    foreach sink $sinks {
        set bytes [expr {$bytes + [$sink set bytes_]}]
    }
    puts "bytes $bytes"
    if {$count} {
        set crossed 0
        foreach monitor $monitors {
            set crossed [expr {$crossed + [$monitor set pdepartures_]}]
        }
        puts "packet_hops $crossed"
    }
    exit 0
}
$ns run
