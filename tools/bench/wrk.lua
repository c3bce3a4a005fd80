-- Sends the requests of a file, each once: wrk.lua FILE LENGTH. At the end of the file the run ends.
-- Prints the result as a line of JSON.

function init(args)
  requests = assert(io.open(args[1], "rb"))
  length = tonumber(args[2])
end

function request()
  local next = requests:read(length)
  if next == nil then
    wrk.thread:stop()
    return last
  end
  last = next
  return next
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '{"ms":%.3f,"p99":%.3f,"answered":%d,"failed":%d}\n',
    summary.duration / 1000,
    latency:percentile(99) / 1000,
    summary.requests,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
