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
  process.stdout.write('pixctl/' + require('../package.json').version + '\n')
} else {
  require('../dist/start.cjs')
}
