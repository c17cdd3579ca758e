# One FIFO link, one CUBIC transfer: ns single_link.tcl DELAY_MS QUEUE PACKETS OUT [RATE_MBPS]
#
# Writes OUT.time (one line of results), OUT.cwnd (time, cwnd, ssthresh: every change) and
# OUT.send (every data packet the sender hands to the link: time, sequence number).
set delay_ms [lindex $argv 0]
set queue [lindex $argv 1]
set packets [lindex $argv 2]
set out [lindex $argv 3]
set rate [expr {$argc > 4 ? [lindex $argv 4] : 1.5}]

set ns [new Simulator]
set trace [open $out.tr w]
$ns trace-all $trace
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b ${rate}Mb ${delay_ms}ms DropTail
$ns simplex-link $b $a ${rate}Mb ${delay_ms}ms DropTail
$ns queue-limit $a $b $queue
$ns queue-limit $b $a 1000

Agent/TCP set windowInit_ 10
Agent/TCP set window_ 100000
set tcp [new Agent/TCP/Linux]
$tcp set timestamps_ false
$tcp set packetSize_ 1000
set sink [new Agent/TCPSink/Sack1]
$ns attach-agent $a $tcp
$ns attach-agent $b $sink
$ns connect $tcp $sink
$ns at 0 "$tcp select_ca cubic"
set changes [open $out.cwnd w]
$tcp attach $changes
$tcp trace cwnd_
$tcp trace ssthresh_

set ftp [new Application/FTP]
$ftp attach-agent $tcp
$ns at 1.0 "$ftp produce $packets"
$ns at 1000.0 "done"
proc done {} {
    global ns trace changes
    $ns flush-trace
    close $trace
    close $changes
    exit 0
}
proc watch {} {
    global ns tcp packets
    if {[$tcp set ack_] >= $packets} { done }
    $ns at [expr {[$ns now] + 0.5}] "watch"
}
$ns at 2.0 "watch"
$ns run
