/** Processed once: what `events tail --forward-to` and `webhook listen --forward-to` leave to each other, and --after repeats. */

import { describe, expect, it } from 'vitest'
import { deliveriesOf, eventsOf, openedHere } from '../../support/forwarding.ts'
import { type Listener, signed } from '../../support/listener.ts'
import { cursors, range, sequence, Tail } from '../../support/tailing.ts'
import { some } from '../../support/volume.ts'

describe('--after', () => {
  it('forwards again, with the same delivery ids, also what failed the last time', async () => {
    const { stream, machine, target, forwarding } = await openedHere(204)
    stream.addMany(3)
    await forwarding('--max', '3').ended
    const replay = new Tail(machine, ['--forward-to', target.url, '--after', sequence(1)])
    await target.requests(5)
    stream.add()
    await target.requests(6)
    await replay.end()
    expect(eventsOf(target)).toEqual([...range(1, 3), ...range(2, 4)])
    expect(deliveriesOf(target)).toEqual(eventsOf(target).map(id => `realtime_${id}`))
    expect(await cursors(machine)).toEqual([sequence(4)])
  })
})

describe('webhook listen and events tail', () => {
  it('do not forward an event that the other has forwarded', async () => {
    const { stream, target, machine, forwarding, again, listening } = await openedHere(204)
    const listener = await listening()
    await listener.send(signed({ delivery: 'dlv_1', id: 'evt_1' }))
    await target.requests(1)
    await listener.end()
    stream.addMany(2)
    // No replay: the first run of all starts at current events.
    const first = again('--debug')
    await first.says(/< ready/)
    stream.add({ id: 'evt_1' })
    stream.add({ id: 'evt_tail' })
    await target.requests(2)
    expect(await first.shows(2)).toEqual(['evt_1', 'evt_tail'])
    await first.end()
    expect(await cursors(machine)).toEqual([sequence(4)])
    const second = await listening()
    await second.send(signed({ delivery: 'dlv_2', id: 'evt_tail' }))
    await second.send(signed({ delivery: 'dlv_3', id: 'evt_3' }))
    await target.requests(3)
    await second.end()
    expect(eventsOf(target)).toEqual(['evt_1', 'evt_tail', 'evt_3'])
    // --after forwards again what the listener has forwarded, too.
    await forwarding('--max', '1', '--type', 'payment.approved').ended
    expect(deliveriesOf(target).at(-1)).toBe('dlv_1')
  })

  const orders = [
    ['tail', 'from now on'],
    ['tail', 'in a replay'],
    ['listener', 'in a replay'],
    ['listener', 'from now on'],
  ]

  it.each(some(orders, 2))(
    'at once forward each event once; the %s continues when the other is gone, %s',
    async (stays, how) => {
      const { stream, target, forwarding, again, listening } = await openedHere(204)
      const startTail = async () => {
        const tail = how === 'in a replay' ? forwarding('--debug') : again('--debug')
        await tail.says(/< ready/)
        return tail
      }
      const other = /another pixctl of this profile is forwarding/
      let tail: Tail
      let listener: Listener
      if (stays === 'listener') {
        tail = await startTail()
        stream.add({ id: 'evt_first' })
        await target.requests(1)
        listener = await listening()
        await listener.says(other)
      } else {
        listener = await listening()
        await listener.send(signed({ id: 'evt_first' }))
        await target.requests(1)
        tail = await startTail()
        await tail.says(other)
      }
      const ids = range(100, 159)
      const send = (some: string[]) => Promise.all(some.map(id => listener.send(signed({ id }))))
      await send(ids.filter((_, n) => n % 2 === 0))
      for (const id of ids) stream.add({ id })
      await send(ids)
      while (!ids.every(id => tail.ids.includes(id))) await tail.shows(tail.ids.length + 1)
      await listener.send(signed({ id: 'evt_last' }))
      while (!eventsOf(target).includes('evt_last')) await target.requests(target.got.length + 1)
      expect(eventsOf(target).slice(1).sort()).toEqual([...ids, 'evt_last'].sort())
      if (stays === 'tail') {
        await listener.end()
        stream.add({ id: 'evt_after' })
      } else {
        await tail.end()
        await listener.send(signed({ id: 'evt_after' }))
      }
      await target.requests(63)
      expect(eventsOf(target).at(-1)).toBe('evt_after')
    },
  )
})
