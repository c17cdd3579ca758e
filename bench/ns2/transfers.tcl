# Transfers over Iridium at given start times.
# Usage: ns transfers.tcl SOURCE DESTINATION BYTES QUEUE_PACKETS OUTPUT START_S...
#
# A start given as FIRST:EVERY:COUNT stands for COUNT starts. OUTPUT is a CSV file, or "-" to time
# the simulator: then nothing is watched or written, and the run ends 20 s after the last start.

source [file join [file dirname [info script]] iridium.tcl]
lassign $argv from to bytes queue_packets output
set starts {}
foreach given [lrange $argv 5 end] {
    lassign [split $given :] first every count
    if {$count eq ""} {
        set count 1
        set every 0
    }
    for {set i 0} {$i < $count} {incr i} {
        lappend starts [expr {$first + $i * $every}]
    }
}

iridium $queue_packets
set source [terminal $from]
set destination [terminal $to]
start_routing
if {$output eq "-"} {
    set report ""
    $ns at [expr {[lindex $starts end] + 20}] { exit 0 }
} else {
    set report [open $output w]
    puts $report "start_s,time_ms,packets,retransmitted,timeouts"
}
set outstanding [llength $starts]
foreach start $starts {
    transfer $source $destination $bytes $start $report
}
$ns run
