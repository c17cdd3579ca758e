// CUBIC flows along a chain of links in ns-3, the benchmark of packets per CPU second.
// Usage: chain HOPS FLOWS SECONDS COUNT
//
// The first link has 100 Mb/s, the others 1 Gb/s; 40 ms one way in all, evenly; drop-tail of 1000
// packets at the devices, no queueing discipline above them. Segments of 1448 B with timestamps and
// SACK, initial window 10, buffers that limit nothing. With COUNT = 1 every device is traced and the
// last line of output is "packet_hops N", N being packets sent, both directions; that costs time,
// so the run that is timed has COUNT = 0.
//
// Built by bench/run against Debian's libns3-dev (ns-3.37).

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include <ns3/applications-module.h>
#include <ns3/core-module.h>
#include <ns3/internet-module.h>
#include <ns3/network-module.h>
#include <ns3/point-to-point-module.h>
#include <ns3/traffic-control-module.h>

using namespace ns3;

static uint64_t g_packetHops = 0;

static void
CountPacket(Ptr<const Packet>)
{
    g_packetHops++;
}

int
main(int argc, char* argv[])
{
    if (argc != 5)
    {
        std::cerr << "usage: chain HOPS FLOWS SECONDS COUNT\n";
        return 2;
    }
    const uint32_t hops = std::atoi(argv[1]);
    const uint32_t flows = std::atoi(argv[2]);
    const double seconds = std::atof(argv[3]);
    const bool count = std::atoi(argv[4]) != 0;

    Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpCubic::GetTypeId()));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(64u << 20));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(64u << 20));

    NodeContainer nodes;
    nodes.Create(hops + 1);
    InternetStackHelper internet;
    internet.Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    Ipv4Address last;
    for (uint32_t i = 0; i < hops; ++i)
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue(i == 0 ? "100Mbps" : "1Gbps"));
        link.SetChannelAttribute("Delay", TimeValue(Seconds(0.040 / hops)));
        link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1000p"));
        NetDeviceContainer devices = link.Install(nodes.Get(i), nodes.Get(i + 1));
        last = addresses.Assign(devices).GetAddress(1);
        addresses.NewNetwork();
        TrafficControlHelper().Uninstall(devices);
        if (count)
        {
            for (uint32_t end = 0; end < 2; ++end)
            {
                devices.Get(end)->TraceConnectWithoutContext("PhyTxEnd",
                                                             MakeCallback(&CountPacket));
            }
        }
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    ApplicationContainer sinks;
    for (uint32_t f = 0; f < flows; ++f)
    {
        const uint16_t port = 5000 + f;
        PacketSinkHelper sink("ns3::TcpSocketFactory",
                              InetSocketAddress(Ipv4Address::GetAny(), port));
        sinks.Add(sink.Install(nodes.Get(hops)));
        BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(last, port));
        source.SetAttribute("MaxBytes", UintegerValue(0));
        source.Install(nodes.Get(0));
    }
    Simulator::Stop(Seconds(seconds));
    Simulator::Run();
    uint64_t bytes = 0;
    for (uint32_t f = 0; f < flows; ++f)
    {
        bytes += DynamicCast<PacketSink>(sinks.Get(f))->GetTotalRx();
    }
    std::cout << "bytes " << bytes << "\n";
    if (count)
    {
        std::cout << "packet_hops " << g_packetHops << "\n";
    }
    Simulator::Destroy();
    return 0;
}
