/** A name server that never answers: the look-up can't be stopped, and must not hold the end of a command up. */

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { Machine } from '../support/pixctl.ts'

const bin = fileURLToPath(new URL('../../bin/run.js', import.meta.url))

/** In its own network, where the only name server takes questions and says nothing. */
const SCRIPT = `
  mount --bind "$1" /etc/resolv.conf && ip link set lo up || exit 99
  exec "$2" "$3" "$2" "$4"
`
/** Listens as the name server, runs the command, and prints its exit code and its seconds. */
const SILENT = `
  const { spawnSync } = require('node:child_process')
  const socket = require('node:dgram').createSocket('udp4').bind(53, '127.0.0.1', () => {
    const started = performance.now()
    const { status, stderr } = spawnSync(process.argv[2], [process.argv[3], 'balance', '--timeout', '0.5'])
    console.log(JSON.stringify({ status, stderr: String(stderr), seconds: (performance.now() - started) / 1000 }))
    socket.close()
  })
`
const canUnshare = spawnSync('unshare', ['-rnm', 'ip', 'link', 'set', 'lo', 'up']).status === 0

it.skipIf(!canUnshare)('that is silent holds no command up', () => {
  const own = new Machine()
  onTestFinished(() => own[Symbol.dispose]())
  const [resolv, silent] = [join(own.folder, 'resolv.conf'), join(own.folder, 'silent.cjs')]
  writeFileSync(resolv, 'nameserver 127.0.0.1\n')
  writeFileSync(silent, SILENT)
  const env = {
    ...own.env,
    PIXCTL_BASE_URL: 'https://pix.example.com/api/v1',
    PIXCTL_API_KEY: 'service_live_x',
  }
  const args = ['-rnm', 'sh', '-c', SCRIPT, 'sh', resolv, process.execPath, silent, bin]
  const { stdout, stderr } = spawnSync('unshare', args, { env, encoding: 'utf8', timeout: 30_000 })
  expect(stdout, stderr).not.toBe('')
  const run = JSON.parse(stdout)
  expect(run.stderr).toContain('no answer within 0.5 s (pix.example.com)')
  expect(run.status).toBe(9)
  // It would be 10 s: the patience of the system's own look-up.
  expect(run.seconds).toBeLessThan(5)
})
