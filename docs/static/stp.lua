-- Lets Wireshark and tshark read STP, the Satellite Transport Protocol, as Skyseam's captures have it:
--
--     tshark -X lua_script:stp.lua -r gateway.pcapng
--
-- Layout: the table in docs/models/stp.md. Data are not in the capture and need not be.

local stp = Proto("skyseam_stp", "Satellite Transport Protocol")

local types = {
  [1] = "BGN", [2] = "BGAK", [3] = "END", [4] = "ENDAK",
  [8] = "SD", [10] = "POLL", [11] = "STAT", [12] = "USTAT",
}

local f = stp.fields
f.source = ProtoField.uint16("skyseam_stp.srcport", "Source port")
f.destination = ProtoField.uint16("skyseam_stp.dstport", "Destination port")
f.kind = ProtoField.uint8("skyseam_stp.type", "Type", base.DEC, types)
f.number = ProtoField.uint24("skyseam_stp.number", "Number")
f.checksum = ProtoField.uint16("skyseam_stp.checksum", "Checksum", base.HEX)
f.begins = ProtoField.bool("skyseam_stp.begins", "Asks for a connection", 8, nil, 0x80)
f.ends = ProtoField.bool("skyseam_stp.ends", "Last of its direction", 8, nil, 0x40)
f.polls = ProtoField.bool("skyseam_stp.polls", "Polls", 8, nil, 0x20)
f.continues = ProtoField.bool("skyseam_stp.continues", "Goes on from another STAT", 8, nil, 0x10)
f.stamp = ProtoField.uint32("skyseam_stp.stamp", "Time stamp, microseconds")
f.echo = ProtoField.uint32("skyseam_stp.echo", "Echo of the time stamp, microseconds")
f.limit = ProtoField.uint32("skyseam_stp.limit", "First number without room, N(MR)")
f.until_number = ProtoField.uint32("skyseam_stp.end", "Says nothing from here on")
f.gap_start = ProtoField.uint32("skyseam_stp.gap.start", "Missing from")
f.gap_end = ProtoField.uint32("skyseam_stp.gap.end", "to before")

local HEADER = 12

function stp.dissector(buffer, pinfo, tree)
  if buffer:captured_len() < HEADER then return 0 end
  local kind = buffer(4, 1):uint()
  local flags = buffer(10, 1):uint()
  local name = types[kind] or "unknown"
  pinfo.cols.protocol = "STP"
  pinfo.cols.info = string.format("%s %d", name, buffer(5, 3):uint())
  local branch = tree:add(stp, buffer(), "Satellite Transport Protocol, " .. name)
  branch:add(f.source, buffer(0, 2))
  branch:add(f.destination, buffer(2, 2))
  branch:add(f.kind, buffer(4, 1))
  branch:add(f.number, buffer(5, 3))
  branch:add(f.checksum, buffer(8, 2))
  branch:add(f.begins, buffer(10, 1))
  branch:add(f.ends, buffer(10, 1))
  branch:add(f.polls, buffer(10, 1))
  branch:add(f.continues, buffer(10, 1))
  local function word(field, at)
    if buffer:captured_len() >= at + 4 then branch:add(field, buffer(at, 4)) end
  end
  if kind == 10 or (kind == 8 and bit.band(flags, 0x20) ~= 0) then
    word(f.stamp, HEADER)
  elseif kind == 11 then
    word(f.echo, HEADER)
    word(f.limit, HEADER + 4)
    word(f.until_number, HEADER + 8)
    for at = HEADER + 12, buffer:captured_len() - 8, 8 do
      word(f.gap_start, at)
      word(f.gap_end, at + 4)
    end
  elseif kind == 12 then
    word(f.limit, HEADER)
    word(f.gap_start, HEADER + 4)
    word(f.gap_end, HEADER + 8)
  elseif kind == 1 or kind == 2 then
    word(f.limit, HEADER)
  end
  return buffer:captured_len()
end

DissectorTable.get("ip.proto"):add(253, stp)
