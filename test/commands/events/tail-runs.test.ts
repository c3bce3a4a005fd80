/** `events tail`: nothing that happens between two runs is lost, whatever the runs were for. */

import { describe, expect, it } from 'vitest'
import { eventsOf, openedHere } from '../../support/forwarding.ts'
import { localMachineOf, range, Stream, sequence, Tail } from '../../support/tailing.ts'

describe('a first run that ends before an event comes', () => {
  it('has saved where it started: the next run shows what happened in between', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    stream.addMany(2)
    const first = new Tail(machine, ['--debug'])
    await first.says(/< ready/)
    await first.end('SIGINT')
    stream.addMany(2)
    const second = new Tail(machine)
    expect(await second.shows(2)).toEqual(range(3, 4))
    expect(stream.auths.at(-1)?.after).toBe(sequence(2))
  })

  it('says so when the service gives no sequence', async () => {
    const stream = await Stream.start()
    stream.saysPlace = false
    const tail = new Tail(localMachineOf(stream))
    await tail.says(/^nothing is saved until the first event/m)
  })
})

describe('the first run that forwards', () => {
  it('continues where the last run ended, which only watched', async () => {
    const { stream, machine, target, again } = await openedHere(204)
    stream.add()
    await new Tail(machine, ['--after', sequence(0), '--max', '1']).ended
    stream.addMany(2)
    const tail = again()
    await target.requests(2)
    expect(await tail.shows(2)).toEqual(range(2, 3))
    expect(eventsOf(target)).toEqual(range(2, 3))
  })
})

describe('the cursor', () => {
  it('is the same with another token, and with another spelling of the address', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    stream.addMany(3)
    await new Tail(machine, ['--after', sequence(0), '--max', '1']).ended
    const rotated = { PIXCTL_WS_TOKEN: 'service_ws_q7V2another' }
    await new Tail(machine, ['--max', '1'], rotated).ended
    const tail = new Tail(machine, [], { PIXCTL_REALTIME_URL: stream.url.replace('127.0.0.1', 'LOCALHOST') })
    expect(await tail.shows(1)).toEqual(['evt_3'])
    expect(stream.auths.map(({ after }) => after)).toEqual([0, 1, 2].map(sequence))
  })

  it('of another address is not used', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    stream.add()
    await new Tail(machine, ['--after', sequence(0), '--max', '1']).ended
    const moved = await Stream.start()
    const tail = new Tail(machine, ['--debug'], { PIXCTL_REALTIME_URL: moved.url })
    await tail.says(/< ready/)
    expect(moved.auths.map(({ after }) => after)).toEqual([undefined])
  })
})
