# Iridium as ns-2's example script sat-iridium.tcl builds it, with hop metric and no randomization.
#
# Sourced by the other scripts. Gives `iridium`, which makes the simulator `ns`, 66 satellites and
# their links, `terminal NAME`, `start_routing`, and `transfer`, which reports arrivals at full
# precision.

set rate_isl 25Mb
set rate_ground 1.5Mb

proc iridium {queue_packets {latitude_threshold 60}} {
    global ns sat rate_isl rate_ground queue
    set queue $queue_packets
    HandoffManager/Term set elevation_mask_ 8.2
    HandoffManager/Term set term_handoff_int_ 10
    HandoffManager/Sat set sat_handoff_int_ 10
    HandoffManager/Sat set latitude_threshold_ $latitude_threshold
    HandoffManager/Sat set longitude_threshold_ 10
    HandoffManager set handoff_randomization_ false
    SatRouteObject set metric_delay_ false
    SatRouteObject set data_driven_ true
    set ns [new Simulator]
    $ns node-config -satNodeType polar -llType LL/Sat -ifqType Queue/DropTail -ifqLen $queue \
        -macType Mac/Sat -phyType Phy/Sat -channelType Channel/Sat \
        -downlinkBW $rate_ground -wiredRouting OFF
    for {set p 0} {$p < 6} {incr p} {
        for {set s 0} {$s < 11} {incr s} {
            # Angles as the example spells them: two decimals of k x 360/22 deg. Adding 16.36 instead
            # of half a spacing would round some satellites to another 0.01 deg, 1.2 km away.
            set alpha [format %.2f [expr {360.0 * $s / 11 + ($p % 2) * 180.0 / 11}]]
            set node [$ns node]
            $node set-position 780 86.4 [format %.1f [expr {31.6 * $p}]] $alpha [expr {$p + 1}]
            set sat($p,$s) $node
        }
    }
    for {set p 0} {$p < 6} {incr p} {
        for {set s 0} {$s < 11} {incr s} {
            $sat($p,$s) set_next $sat($p,[expr {($s + 10) % 11}])
            $ns add-isl intraplane $sat($p,$s) $sat($p,[expr {($s + 1) % 11}]) \
                $rate_isl Queue/DropTail $queue
        }
    }
    for {set p 0} {$p < 5} {incr p} {
        for {set s 0} {$s < 11} {incr s} {
            $ns add-isl interplane $sat($p,$s) $sat([expr {$p + 1}],$s) \
                $rate_isl Queue/DropTail $queue
        }
    }
}

# The places of the reference traces.
array set places {
    HNL {21.5 -158.0} LAX {34.05 -118.24} DEL {28.61 77.21}
}

proc terminal {name} {
    global ns sat queue rate_ground places
    $ns node-config -satNodeType terminal
    set node [$ns node]
    eval $node set-position $places($name)
    $node add-gsl polar LL/Sat Queue/DropTail $queue Mac/Sat $rate_ground Phy/Sat \
        [$sat(0,0) set downlink_] [$sat(0,0) set uplink_]
    return $node
}

proc start_routing {} {
    global routes
    set routes [new SatRouteObject]
    $routes compute_routes
}

# One CUBIC transfer of `bytes` from `source` to `destination`, begun at `start`. Once all is there,
# a line goes to `report` (if it is not empty): start, time from the first packet sent (the SYN) to
# the last arrival, packets sent, packets sent again, timeouts.
#
# ns-2 calls no script when a sink receives, and its satellite traces have four decimals. But a sink
# answers each packet at once, and an integrator beside its output keeps the time of the last answer
# as a double. It is read within 5 ms of the arrival that completes the transfer, before another
# packet can come through a 1.5 Mb/s link (5.6 ms).
Agent/TCP set packetSize_ 1000
Agent/TCP set window_ 100000
Agent/TCP set windowInit_ 10
Agent/TCP set timestamps_ false

proc transfer {source destination bytes start report} {
    global ns
    set tcp [new Agent/TCP/Linux]
    set sink [new Agent/TCPSink/Sack1]
    $ns attach-agent $source $tcp
    $ns attach-agent $destination $sink
    $ns connect $tcp $sink
    $ns at $start "$tcp select_ca cubic; $tcp send $bytes"
    if {$report eq ""} {
        return
    }
    set arrivals [new Integrator]
    set monitor [new QueueMonitor]
    $monitor set-bytes-integrator $arrivals
    set snoop [new SnoopQueue/In]
    $snoop set-monitor $monitor
    $snoop target [$sink target]
    $sink target $snoop
    # The sink counts header and payload of what is in order, and the SYN's 40 bytes.
    set packets [expr {($bytes + 999) / 1000}]
    set complete [expr {1040 * $packets + 40}]
    $ns at $start [list await $tcp $sink $arrivals $complete $start $report]
}

proc await {tcp sink arrivals complete start report} {
    global ns outstanding
    if {[$sink set bytes_] < $complete} {
        $ns at [expr {[$ns now] + 0.005}] \
            [list await $tcp $sink $arrivals $complete $start $report]
        return
    }
    set took_ms [expr {([$arrivals set lastx_] - $start) * 1e3}]
    puts $report [format "%.3f,%.6f,%d,%d,%d" $start $took_ms \
        [$tcp set ndatapack_] [$tcp set nrexmitpack_] [$tcp set nrexmit_]]
    flush $report
    incr outstanding -1
    if {$outstanding == 0} {
        close $report
        exit 0
    }
}
