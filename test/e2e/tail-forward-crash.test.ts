/** `events tail --forward-to` under crashes, full disks and held states: each event once, but the one in flight. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { deliveriesOf, eventsOf, opened } from '../support/forwarding.ts'
import { notesOf, wordsOf } from '../support/pixctl.ts'
import { cursors, FIRST, HELD_WRITE_MS, holdState, range, Stream, sequence } from '../support/tailing.ts'
import { volume } from '../support/volume.ts'
import { signedAt } from '../webhooks/target.ts'
import { hasDisks, smallDisk } from './disk.ts'

describe('SIGKILL', () => {
  it('many times loses no event, and repeats only the one that was being sent', async () => {
    /** Requests that aren't answered yet. */
    let open = 0
    let mostOpen = 0
    /** The number of the last event that was answered 204. */
    let answered = 0
    const { stream, machine, target, forwarding, again } = await opened((response, { body }) => {
      mostOpen = Math.max(mostOpen, ++open)
      response.on('close', () => open--)
      setTimeout(() => {
        answered = Number(JSON.parse(body.toString()).id.slice('evt_'.length))
        response.writeHead(204).end()
      }, Math.random() * 4)
    })
    let last = 0
    // No more than can soon be forwarded: on a busy machine each start takes long.
    const sending = setInterval(() => {
      if (last - answered < 100) last += stream.addMany(1).length
    }, 5)
    onTestFinished(() => clearInterval(sending))
    const shown: string[] = []
    let kills = 0
    while (kills < volume(10, 4) || last <= volume(200, 80)) {
      const tail = kills === 0 ? forwarding() : again()
      const moment = () => new Promise(resolve => setTimeout(resolve, Math.random() * 400))
      await (kills % 2 === 0 ? target.requests(target.got.length + Math.ceil(Math.random() * 40)) : moment())
      await tail.kill()
      kills++
      shown.push(...tail.ids)
      const [saved] = await cursors(machine)
      expect(Number(BigInt(saved!) - FIRST)).toBeLessThanOrEqual(answered)
    }
    clearInterval(sending)
    const rest = again()
    while (eventsOf(target).at(-1) !== `evt_${last}`) await target.requests(target.got.length + 1)
    await rest.end('SIGINT')
    shown.push(...rest.ids)
    expect(await cursors(machine)).toEqual([sequence(last)])
    const events = eventsOf(target)
    const repeated = events.filter((id, index) => id === events[index - 1])
    expect(events.filter((id, index) => id !== events[index - 1])).toEqual(range(1, last))
    expect(repeated.length).toBeLessThanOrEqual(kills)
    expect(mostOpen).toBe(1)
    expect(deliveriesOf(target)).toEqual(events.map(id => `realtime_${id}`))
    for (const got of target.got) signedAt(got)
    expect(range(1, last).filter(id => !shown.includes(id))).toEqual([])
  })

  it('between the first byte and the 2xx has the event sent again with the same id and bytes', async () => {
    const { stream, machine, target, forwarding, again } = await opened(() => {}, 204)
    const text = '{"id":"evt_1", "type":"payment.approved","data":{"amount":1.50}}'
    stream.add({ text })
    const first = forwarding()
    await target.requests(1)
    await first.kill()
    const next = again()
    await target.requests(2)
    expect(target.got[1]?.body).toEqual(Buffer.from(text))
    expect(new Set(deliveriesOf(target)).size).toBe(1)
    for (const got of target.got) signedAt(got)
    stream.add()
    await target.requests(3)
    await next.end()
    expect(eventsOf(target)).toEqual(['evt_1', 'evt_1', 'evt_2'])
    expect(await cursors(machine)).toEqual([sequence(2)])
  })
})

describe('an event that comes again with other bytes', () => {
  const text = (note: string) => `{"id":"evt_1","type":"payment.approved","data":{"note":"${note}"}}`

  it('is forwarded once, as it came first', async () => {
    const { stream, machine, target, forwarding } = await opened(204)
    const tail = forwarding()
    for (const note of ['first', 'second']) stream.add({ text: text(note) })
    stream.add()
    // The first attempt is recorded by now.
    await target.requests(2)
    stream.add({ text: text('third') })
    stream.add()
    await target.requests(3)
    expect(target.got.map(({ body }) => JSON.parse(body.toString()).data.note)).toEqual([
      'first',
      undefined,
      undefined,
    ])
    await tail.end()
    expect(tail.ids).toEqual(['evt_1', 'evt_3', 'evt_5'])
    expect(await cursors(machine)).toEqual([sequence(5)])
  })

  it('after a crash does not delay the next events', async () => {
    const { stream, machine, target, forwarding, again } = await opened(() => {}, 204)
    stream.add({ text: text('first') })
    const first = forwarding()
    await target.requests(1)
    await first.kill()
    const { port } = stream.service
    await stream.service[Symbol.asyncDispose]()
    const resent = await Stream.start(port)
    resent.add({ text: text('second') })
    resent.add()
    const next = again()
    await target.requests(3)
    expect(target.got.map(({ body }) => JSON.parse(body.toString()).data.note)).toEqual([
      'first',
      'first',
      undefined,
    ])
    await next.end()
    expect(await cursors(machine)).toEqual([sequence(2)])
  })
})

describe.skipIf(!hasDisks)('a full disk', () => {
  it('delays events: nothing is shown or sent that is not saved, and all when there is room again', async () => {
    const { stream, machine, target, forwarding } = await opened(204)
    const disk = smallDisk(machine)
    const tail = forwarding()
    stream.add()
    await tail.shows(1)
    await expect.poll(() => cursors(machine)).toEqual([sequence(1)])
    disk.fill()
    stream.addMany(3)
    await tail.says(/^events can't be saved \(.*full.*\): they are waiting\n/m)
    stream.addMany(3)
    expect(eventsOf(target)).toEqual(['evt_1'])
    expect(tail.lines).toHaveLength(1)
    disk.empty()
    await target.requests(7)
    expect(await tail.shows(7)).toEqual(range(1, 7))
    expect(eventsOf(target)).toEqual(range(1, 7))
    const { stderr } = await tail.end()
    expect(wordsOf(stderr).match(/^events can't be saved/gm)).toHaveLength(1)
    expect(await cursors(machine)).toEqual([sequence(7)])
  })

  it('while a 2xx is recorded delays the next event, and the 2xx is not forgotten', async () => {
    let full = () => {}
    const { stream, machine, target, forwarding } = await opened(response => {
      full()
      response.writeHead(204).end()
    })
    const disk = smallDisk(machine)
    const tail = forwarding()
    stream.add()
    await tail.shows(1)
    await expect.poll(() => cursors(machine)).toEqual([sequence(1)])
    full = () => {
      full = () => {}
      disk.fill()
    }
    stream.addMany(3)
    await tail.says(/^forwarding is paused: the inbox can't be used \(.*full.*\)\n/m)
    expect(eventsOf(target)).toEqual(['evt_1', 'evt_2'])
    expect(await cursors(machine)).toEqual([sequence(1)])
    disk.empty()
    await target.requests(4)
    await tail.end()
    expect(eventsOf(target)).toEqual(range(1, 4))
    expect(await cursors(machine)).toEqual([sequence(4)])
  })
})

describe('a state that another process holds', () => {
  it.each(['that comes', 'that was forwarded'])(
    'keeps no event %s, and does not hold up Ctrl-C',
    async when => {
      let release = () => {}
      const lock = async () => {
        release = await holdState(machine)
      }
      const { stream, machine, target, forwarding, again } = await opened(
        204,
        async response => {
          if (when === 'that was forwarded') await lock()
          response.writeHead(204).end()
        },
        204,
      )
      stream.add()
      const tail = forwarding('--debug')
      await tail.says(/ 204 /)
      await expect.poll(() => cursors(machine)).toEqual([sequence(1)])
      if (when === 'that comes') await lock()
      stream.addMany(2)
      await (when === 'that comes' ? tail.says(/< event \d+ \S+ evt_3/) : target.requests(2))
      const start = performance.now()
      const { code, stderr } = await tail.end('SIGINT')
      expect(performance.now() - start).toBeLessThan(HELD_WRITE_MS)
      expect(code).toBe(130)
      expect(stderr).not.toContain("events can't be saved")
      release()
      expect(await cursors(machine)).toEqual([sequence(1)])
      const next = again()
      while (!eventsOf(target).includes('evt_3')) await target.requests(target.got.length + 1)
      await next.end()
      expect(eventsOf(target)).toEqual(
        when === 'that comes' ? range(1, 3) : ['evt_1', 'evt_2', 'evt_2', 'evt_3'],
      )
    },
  )
})

describe('a reader of stdout', () => {
  it('that closes the pipe ends events tail quietly; the next run shows and forwards the rest', async () => {
    const { stream, machine, target, again } = await opened(204)
    // More than a pipe holds.
    const count = volume(800, 300)
    stream.addMany(count)
    const line = `pixctl events tail --json --after ${sequence(0)} --forward-to ${target.url} | head -1`
    const { stdout, stderr, code } = await machine.shell(line)
    expect({ lines: stdout.split('\n').length, code }).toEqual({ lines: 2, code: 0 })
    expect(notesOf({ stderr })).toEqual([expect.stringMatching(/signed with the secret of/)])
    const next = again('--debug')
    stream.add()
    while (eventsOf(target).at(-1) !== `evt_${count + 1}`) await target.requests(target.got.length + 1)
    await next.end()
    expect([...new Set(eventsOf(target))]).toEqual(range(1, count + 1))
    expect(next.ids.at(-1)).toBe(`evt_${count + 1}`)
    expect(await cursors(machine)).toEqual([sequence(count + 1)])
  })
})
