/** `events tail` with readers that don't read. */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Machine } from '../support/pixctl.ts'
import { cursors, FIRST, machineOf, range, Stream, sequence, Tail } from '../support/tailing.ts'
import { volume } from '../support/volume.ts'

const RUN = fileURLToPath(new URL('../../bin/run.js', import.meta.url))

/** A tail whose stdout is a pipe of the system's that nobody reads, until `read` is called. */
function unread(machine: Machine, ...args: string[]) {
  const path = join(machine.folder, `pipe-${crypto.randomUUID()}`)
  execFileSync('mkfifo', [path])
  const from = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const to = openSync(path, 'w')
  const child = spawn(process.execPath, [RUN, 'events', 'tail', '--json', ...args], {
    env: machine.env,
    stdio: ['ignore', to, 'pipe'],
  })
  closeSync(to)
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr!.on('data', chunk => {
    stderr += chunk
  })
  return {
    child,
    stderr: () => stderr,
    read: () => createInterface(new Socket({ fd: from, readable: true, writable: false })),
    ended: once(child, 'close') as Promise<[number | null]>,
  }
}

/** Resolves once nothing more has been taken from the service for a while; gives what waits there, in bytes. */
async function held(stream: Stream): Promise<number> {
  for (let before = Number.NaN; stream.waiting !== before; ) {
    before = stream.waiting
    await new Promise(resolve => setTimeout(resolve, 300))
  }
  return stream.waiting
}

/** 20 kB. */
const note = 'x'.repeat(20_000)

describe('a reader of stdout', () => {
  it('that stops for a while misses nothing, and the events wait at the service', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const { child, read } = unread(machine, '--after', sequence(0))
    await stream.clients(1)
    const count = volume(5000, 2000)
    for (let n = 0; n < count; n++) stream.add({ data: { note } })
    expect(await held(stream)).toBeGreaterThan((count - 1000) * note.length)
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      expect(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(150 * 1024)
    }
    const ids: string[] = []
    for await (const line of read()) {
      ids.push(JSON.parse(line).event.id)
      if (ids.length === count) break
    }
    expect(ids).toEqual(range(1, count))
    await expect.poll(() => cursors(machine)).toEqual([sequence(count)])
  })

  it('that never reads does not stop Ctrl-C from ending events tail; the next run shows the rest', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const first = unread(machine, '--after', sequence(0))
    await stream.clients(1)
    for (let n = 0; n < 1000; n++) stream.add({ data: { note: note.slice(0, 2000) } })
    await held(stream)
    first.child.kill('SIGINT')
    const [code] = await first.ended
    expect({ code, stderr: first.stderr() }).toEqual({ code: 130, stderr: '' })
    const ids: string[] = []
    for await (const line of first.read()) if (line.endsWith('}}}')) ids.push(JSON.parse(line).event.id)
    const saved = Number(BigInt((await cursors(machine))[0]!) - FIRST)
    expect(saved).toBeLessThanOrEqual(ids.length)
    const next = new Tail(machine)
    expect(await next.shows(1000 - saved)).toEqual(range(saved + 1, 1000))
  })
})
