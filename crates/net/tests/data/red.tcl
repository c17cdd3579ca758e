# RED under Poisson arrivals of 1000 B at 2 Mbit/s: ns red.tcl SEED LOAD true WAIT
set ns [new Simulator]
set seed [lindex $argv 0]; set load [lindex $argv 1]; set gentle [lindex $argv 2]; set wait [lindex $argv 3]
global defaultRNG
$defaultRNG seed $seed
Queue/RED set gentle_ $gentle
Queue/RED set wait_ $wait
Queue/RED set thresh_ 5
Queue/RED set maxthresh_ 15
Queue/RED set q_weight_ 0.02
Queue/RED set linterm_ 10
Queue/RED set mean_pktsize_ 1000
Queue/RED set bytes_ false
Queue/RED set queue_in_bytes_ false
Queue/RED set setbit_ false
Queue/RED set adaptive_ 0
Queue/RED set cautious_ 0
Queue/RED set drop_tail_ true
Queue/RED set limit_ 60
set a [$ns node]; set b [$ns node]
$ns simplex-link $a $b 2Mb 10ms RED
$ns simplex-link $b $a 2Mb 10ms DropTail
set q [[$ns link $a $b] queue]
set u [new Agent/UDP]; $u set packetSize_ 1000
$ns attach-agent $a $u
set n [new Agent/Null]; $ns attach-agent $b $n
$ns connect $u $n
set e [new Application/Traffic/Exponential]
$e set packetSize_ 1000
$e set burst_time_ 0
$e set idle_time_ [expr 8000.0/(2e6*$load)]
$e set rate_ 100000000k
$e attach-agent $u
set m [$ns monitor-queue $a $b ""]
$ns at 0.0 "$e start"
$ns at 2000.0 "done"
proc done {} { global m
  set integ [$m get-bytes-integrator]
  set pinteg [$m get-pkts-integrator]
  puts "arrivals [$m set parrivals_] drops [$m set pdrops_] meanq [expr [$pinteg set sum_]/2000.0]"
  exit 0 }
$ns run
