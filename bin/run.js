#!/usr/bin/env node
// Start-up only, in syntax that any Node can read: an old Node must get a message, not a crash.
'use strict'

/** Why this Node can't run pixctl, or nothing. */
function whyNot() {
  // Both name a version of Node too, but differ from it: Deno's listener ends at its start.
  if (process.versions.bun) return 'this is Bun ' + process.versions.bun
  if (process.versions.deno) return 'this is Deno ' + process.versions.deno
  var version = process.versions.node.split('.').map(Number)
  // The SQLite of Node 23 has no isTransaction, and doesn't wait for a locked file.
  if (version[0] < 22 || (version[0] === 22 && version[1] < 19) || version[0] === 23) {
    return 'this is Node ' + process.versions.node
  }
  // Node can be built without it, or started with --no-experimental-sqlite.
  if (!process.getBuiltinModule('module').isBuiltin('node:sqlite')) {
    return 'this Node ' + process.versions.node + ' has no node:sqlite'
  }
  return ''
}

function printVersion() {
  var line = 'pixctl/' + require('../package.json').version + '\n'
  // On a full disk, process.stdout would treat the part that was written as everything (src/cli/host/host.ts).
  try {
    process.getBuiltinModule('fs').writeFileSync(1, line)
  } catch (error) {
    process.exitCode = error.code === 'EPIPE' || error.code === 'EOF' ? 0 : 1
  }
}

function ignore() {}

var why = whyNot()
// By default this signal makes Node open its inspector to every program on this machine.
process.on('SIGUSR1', ignore)

if (why) {
  process.stderr.write(
    'pixctl needs Node 22.19 or newer, but not 23, with node:sqlite; ' +
      why +
      '. Install one from https://nodejs.org, or use npx in a clone of pixctl.\n',
  )
  process.exitCode = 1
} else if (/^(--version|-v|version)$/.test(process.argv[2]) && process.argv.length === 3) {
  printVersion()
} else {
  require('../dist/start.cjs')
}
