// Preloaded into a measured process: at its end, writes the most memory it held, in KiB, to descriptor 3.
'use strict'

const { readFileSync, writeSync } = require('node:fs')

process.on('exit', () => writeSync(3, String(peakKib())))

/** On Linux not resourceUsage(): its maximum includes the parent's memory at the moment of the fork. */
function peakKib() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'))[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}
