/** `webhook listen` under full disks and readers that don't read: nothing acknowledged is lost. */

import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kept, Listener, listeningMachine, send, signed } from '../support/listener.ts'
import type { Machine } from '../support/pixctl.ts'
import { notesOf } from '../support/pixctl.ts'
import { volume } from '../support/volume.ts'
import { hasDisks, smallDisk } from './disk.ts'

if (!hasDisks)
  process.stderr.write('skipped: a full disk under webhook listen: only root can make one here\n')

it.skipIf(!hasDisks)(
  'a full disk is answered with 500 and one warning, and with 204 when there is room again',
  async () => {
    const machine = listeningMachine()
    const disk = smallDisk(machine)
    const listener = await Listener.start(machine)
    expect((await listener.send(signed({ delivery: 'dlv_before' }))).status).toBe(204)
    disk.fill()
    const large = () => signed({ data: { note: 'x'.repeat(200_000) } })
    const refused = large()
    expect((await listener.send(refused)).status).toBe(500)
    expect((await listener.send(large())).status).toBe(500)
    disk.empty()
    expect((await listener.send(refused)).status).toBe(204)
    const lines = await listener.shows(4)
    expect(lines.map(({ verdict, status, reason }) => [verdict, status, reason])).toEqual([
      ['accepted', 204, null],
      ['not_saved', 500, 'not_saved'],
      ['not_saved', 500, 'not_saved'],
      ['accepted', 204, null],
    ])
    const { stderr } = await listener.end()
    expect(stderr.match(/deliveries can't be saved \(.*full/g)).toHaveLength(1)
    expect(notesOf({ stderr })).toContain('2 received, 2 not saved')
    expect(await kept(machine)).toEqual(new Set(['dlv_before', refused.delivery]))
  },
)

it('bodies of exactly 1 MiB are taken', async () => {
  const listener = await Listener.start(listeningMachine())
  const body = JSON.stringify({ type: 'payment.created' }).padEnd(1024 * 1024, ' ')
  expect((await listener.send(signed({ body }))).status).toBe(204)
  expect(await listener.shows(1)).toMatchObject([{ payload: { type: 'payment.created' } }])
})

/** A listener whose stdout nobody has begun to read. */
async function unread(machine: Machine, env: Record<string, string> = {}) {
  const child = machine.start(['webhook', 'listen', '--port', '0', '--json'], env)
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  while (!/listening on .*\n/.test(stderr)) await once(child.stderr, 'data')
  return { child, url: /http[^"]+/.exec(stderr)![0], stderr: () => stderr.replace(/^.*listening.*\n/, '') }
}

describe('a reader of stdout', () => {
  it('that stops for a while delays no answer, and misses nothing', async () => {
    const machine = listeningMachine()
    const { child, url } = await unread(machine)
    const count = volume(3000, 1500)
    const sent: string[] = []
    const data = { note: 'x'.repeat(20_000) }
    for (let n = 0; n < count / 50; n++) {
      const some = Array.from({ length: 50 }, () => signed({ data }))
      const answers = await Promise.all(some.map(each => send(url, each)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
      sent.push(...some.map(({ delivery }) => delivery))
    }
    const shown: string[] = []
    for await (const line of createInterface(child.stdout)) {
      const { delivery, payload } = JSON.parse(line)
      if (payload.data.note === data.note) shown.push(delivery)
      if (shown.length === count) break
    }
    expect(shown.sort()).toEqual(sent.sort())
  })

  it('that closes the pipe ends the listener quietly', async () => {
    const machine = listeningMachine()
    const { child, url, stderr } = await unread(machine)
    child.stdout.destroy()
    const ended = once(child, 'exit')
    expect((await send(url, signed({ delivery: 'dlv_1' }))).status).toBe(204)
    const [code] = await ended
    expect({ code, stderr: stderr() }).toEqual({ code: 0, stderr: '' })
    expect(await kept(machine)).toEqual(new Set(['dlv_1']))
  })

  it('that never reads does not stop Ctrl-C from ending the listener', async () => {
    const { child, url } = await unread(listeningMachine())
    const data = { note: 'x'.repeat(100_000) }
    for (let n = 0; n < 20; n++) await send(url, signed({ data }))
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    expect(code).toBe(130)
  })
})
