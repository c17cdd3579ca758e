# Paths over Teledesic as ns-2's example script sat-teledesic.tcl builds it, links across the seam
# included, with delay metric and no randomization: one packet of 100 B every 10 s, written to a
# satellite trace. `ahead` (a multiple of 10 s) is where the sky stands when the run begins; links
# across the seam need some 200 s from there to find their peers.
# Usage: ns teledesic.tcl LAT_A LON_A LAT_B LON_B AHEAD START END TRACE

lassign $argv lat_a lon_a lat_b lon_b ahead start end trace
set rate 1e12
set queue 50
Position/Sat set time_advance_ $ahead
HandoffManager/Term set elevation_mask_ 40
HandoffManager/Term set term_handoff_int_ 10
HandoffManager/Sat set sat_handoff_int_ 10
HandoffManager/Sat set latitude_threshold_ 60
HandoffManager/Sat set longitude_threshold_ 8
HandoffManager set handoff_randomization_ false
SatRouteObject set metric_delay_ true
SatRouteObject set data_driven_ true
set ns [new Simulator]
set out [open $trace w]
$ns trace-all $out
$ns node-config -satNodeType polar -llType LL/Sat -ifqType Queue/DropTail -ifqLen $queue \
    -macType Mac/Sat -phyType Phy/Sat -channelType Channel/Sat -downlinkBW $rate -wiredRouting OFF
for {set p 0} {$p < 12} {incr p} {
    for {set s 0} {$s < 24} {incr s} {
        set sat($p,$s) [$ns node]
        $sat($p,$s) set-position 1375 84.7 [expr {15 * $p}] [expr {15 * $s + ($p % 2) * 7.5}] \
            [expr {$p + 1}]
    }
}

proc isl {kind a b} {
    global ns rate queue
    $ns add-isl $kind $a $b $rate Queue/DropTail $queue
}

for {set p 0} {$p < 12} {incr p} {
    for {set s 0} {$s < 24} {incr s} {
        $sat($p,$s) set_next $sat($p,[expr {($s + 23) % 24}])
        foreach step {1 2} {
            isl intraplane $sat($p,$s) $sat($p,[expr {($s + $step) % 24}])
            if {$p + $step < 12} {
                isl interplane $sat($p,$s) $sat([expr {$p + $step}],$s)
            }
        }
    }
}
# add-isl gives each end of such a link the spare interface that handing it on needs.
for {set s 0} {$s < 24} {incr s} {
    isl crossseam $sat(0,$s) $sat(11,[expr {(11 - $s + 24) % 24}])
}

proc terminal {latitude longitude} {
    global ns sat rate queue
    $ns node-config -satNodeType terminal
    set node [$ns node]
    $node set-position $latitude $longitude
    $node add-gsl polar LL/Sat Queue/DropTail $queue Mac/Sat $rate Phy/Sat \
        [$sat(0,0) set downlink_] [$sat(0,0) set uplink_]
    return $node
}

set source [terminal $lat_a $lon_a]
set destination [terminal $lat_b $lon_b]
$ns trace-all-satlinks $out
set routes [new SatRouteObject]
$routes compute_routes
set udp [new Agent/UDP]
set sink [new Agent/LossMonitor]
$ns attach-agent $source $udp
$ns attach-agent $destination $sink
$ns connect $udp $sink
set probe [new Application/Traffic/CBR]
$probe set packetSize_ 100
$probe set interval_ 10
$probe attach-agent $udp
$ns at $start "$probe start"
$ns at $end {
    flush $out
    exit 0
}
$ns run
