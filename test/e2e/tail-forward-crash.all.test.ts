/** `events tail --forward-to`, killed: each event is forwarded once, but the one in flight. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { deliveriesOf, eventsOf, opened } from '../support/forwarding.ts'
import { seededRandom } from '../support/seed.ts'
import { cursors, range, sequence } from '../support/tailing.ts'
import { signedAt } from '../webhooks/target.ts'

describe('SIGKILL', () => {
  it('many times loses no event, and repeats only the one that was being sent', async () => {
    const random = seededRandom()
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
      }, random() * 4)
    })
    let last = 0
    // No more than can soon be forwarded: on a busy machine each start takes long.
    const sending = setInterval(() => {
      if (last - answered < 100) last += stream.addMany(1).length
    }, 5)
    onTestFinished(() => clearInterval(sending))
    const shown: string[] = []
    let kills = 0
    while (kills < 10 || last <= 200) {
      const tail = kills === 0 ? forwarding() : again()
      const moment = () => new Promise(resolve => setTimeout(resolve, random() * 400))
      await (kills % 2 === 0 ? target.requests(target.got.length + Math.ceil(random() * 40)) : moment())
      await tail.kill()
      kills++
      shown.push(...tail.ids)
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
})
