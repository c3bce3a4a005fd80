-- Sends the requests of a file: wrk.lua FILE LENGTH. At the end of the file it begins again, and says so in the result,
-- which is a line of JSON.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  requests = assert(io.open(args[1], "rb"))
  length = tonumber(args[2])
  again = false
end

function request()
  local next = requests:read(length)
  if next then return next end
  again = true
  requests:seek("set", 0)
  return requests:read(length)
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '{"ms":%.3f,"p99":%.3f,"answered":%d,"failed":%d,"again":%s}\n',
    summary.duration / 1000,
    latency:percentile(99) / 1000,
    summary.requests,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    tostring(threads[1]:get("again"))
  ))
end
