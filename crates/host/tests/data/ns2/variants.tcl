# One FIFO link, one bulk transfer of 60 s: ns variants.tcl VARIANT WINDOW LOSS SEED OUT
#
# Writes OUT.tr (every packet at the data link; "d" without "+" before is a random loss) and prints
# what the agent counted.
foreach {variant window loss seed out} $argv break
ns-random $seed

set ns [new Simulator]
set trace [open $out.tr w]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 10Mb 80ms DropTail
$ns simplex-link $b $a 10Mb 80ms DropTail
$ns queue-limit $a $b 133
$ns queue-limit $b $a 1000
$ns trace-queue $a $b $trace

Agent/TCP set windowInit_ 2
Agent/TCP set window_ $window
Agent/TCP set packetSize_ 1460
switch $variant {
    newreno { set tcp [new Agent/TCP/Newreno]; set sink [new Agent/TCPSink] }
    sack1   { set tcp [new Agent/TCP/Sack1];   set sink [new Agent/TCPSink/Sack1] }
    default { set tcp [new Agent/TCP/Linux];   set sink [new Agent/TCPSink/Sack1] }
}
$tcp set timestamps_ false
$ns attach-agent $a $tcp
$ns attach-agent $b $sink
$ns connect $tcp $sink
switch $variant {
    linux-reno    { $ns at 0 "$tcp select_ca reno" }
    cubic - hybla { $ns at 0 "$tcp select_ca $variant" }
}
if {$loss > 0} {
    set errors [new ErrorModel]
    $errors set rate_ $loss
    $errors unit pkt
    $errors ranvar [new RandomVariable/Uniform]
    $errors drop-target [new Agent/Null]
    $ns lossmodel $errors $a $b
}

set ftp [new Application/FTP]
$ftp attach-agent $tcp
$ns at 0.0 "$ftp start"
$ns at 60.0 "done"
proc done {} {
    global ns trace tcp
    $ns flush-trace
    close $trace
    puts "acked [$tcp set ack_] again [$tcp set nrexmitpack_] timeouts [$tcp set nrexmit_] cuts\
        [$tcp set ncwndcuts_]"
    exit 0
}
$ns run
