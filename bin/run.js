#!/usr/bin/env node
// Start-up only, in syntax that any Node reads: an old one must say so instead of crashing.
'use strict'

var version = process.versions.node.split('.').map(Number)

if (version[0] < 22 || (version[0] === 22 && version[1] < 19)) {
  process.stderr.write(
    'pixctl needs Node 22.19 or newer; this is Node ' +
      process.versions.node +
      '. Install a newer one from https://nodejs.org, or use npx in a clone of pixctl.\n',
  )
  process.exitCode = 1
} else if (process.argv[2] === '--version' && process.argv.length === 3) {
  process.stdout.on('error', error => {
    process.exitCode = error.code === 'EPIPE' ? 0 : 1
  })
  const line = 'pixctl/' + require('../package.json').version + '\n'
  if (process.stdout._type === 'fs') {
    // The stream would take the part that still fitted the disk for the whole (src/app/host.ts).
    try {
      process.getBuiltinModule('fs').writeFileSync(process.stdout.fd, line)
    } catch (_error) {
      process.exitCode = 1
    }
  } else {
    process.stdout.write(line)
  }
} else {
  require('../dist/start.cjs')
}
