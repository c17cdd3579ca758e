# Delay of one pair over a day, sampled by one packet of 100 B a second. Nothing is watched or
# written: this is for timing the simulator beside `skyseam delay`.
# Usage: ns delay.tcl SOURCE DESTINATION SECONDS

source [file join [file dirname [info script]] iridium.tcl]
lassign $argv from to seconds

iridium 50
set source [terminal $from]
set destination [terminal $to]
start_routing
set udp [new Agent/UDP]
set sink [new Agent/LossMonitor]
$ns attach-agent $source $udp
$ns attach-agent $destination $sink
$ns connect $udp $sink
set probe [new Application/Traffic/CBR]
$probe set packetSize_ 100
$probe set interval_ 1.0
$probe attach-agent $udp
$ns at 0.5 "$probe start"
$ns at [expr {$seconds + 0.49}] {
    puts "arrived [$sink set npkts_]"
    exit 0
}
$ns run
