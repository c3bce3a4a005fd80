/** `events tail`: nothing that happens between two runs is lost, whatever the runs were for. */

import { describe, expect, it } from 'vitest'
import { ended, firstPending, openInbox, take } from '../../inbox/arriving.ts'
import { eventsOf, openedHere } from '../../support/forwarding.ts'
import { cursors, localMachineOf, range, Stream, sequence, Tail } from '../../support/tailing.ts'

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

describe('events that were watched between two runs that forward', () => {
  it('are forwarded by the second', async () => {
    const { stream, machine, target, forwarding } = await openedHere(204)
    stream.add()
    await forwarding('--max', '1').ended
    stream.addMany(2)
    const watching = new Tail(machine, ['--max', '2'])
    await watching.ended
    expect(watching.ids).toEqual(range(2, 3))
    stream.add()
    const again = new Tail(machine, ['--forward-to', target.url])
    await target.requests(4)
    // They were shown, so only the last one is.
    expect(await again.shows(1)).toEqual(['evt_4'])
    expect(eventsOf(target)).toEqual(range(1, 4))
  })
})

describe('a profile that only watched', () => {
  it('forwards from the first run that does so, and shows later what came before that', async () => {
    const { stream, machine, target, again } = await openedHere(204)
    stream.add()
    await new Tail(machine, ['--after', sequence(0), '--max', '1']).ended
    stream.addMany(2)
    const killed = again('--debug')
    await killed.says(/< ready/)
    await expect.poll(() => cursors(machine)).toEqual([sequence(3)])
    await killed.end('SIGKILL')
    stream.add()
    const second = again()
    await target.requests(1)
    await second.end()
    expect(eventsOf(target)).toEqual(['evt_4'])
    const watching = new Tail(machine, ['--max', '2'])
    await watching.ended
    expect(watching.ids).toEqual(range(2, 3))
  })
})

describe('state prune, while a tail is days behind', () => {
  it('keeps what the tail has still to read: that is not forwarded again', async () => {
    const { stream, machine, target, forwarding, again } = await openedHere(204)
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const add = (id: string, hours: number) => {
      const data = { paymentId: `pay_${id}` }
      const text = JSON.stringify({ id, type: 'payment.approved', createdAt: ago(hours), storeId: 's', data })
      stream.add({ id, text })
    }
    const inbox = await openInbox(machine.dataDir)
    take(inbox, { delivery: 'dlv_2', eventId: 'evt_2', receivedAt: ago(120) })
    inbox.inTransaction(() => inbox.attempted(ended(firstPending(inbox)!.id, 204)))
    take(inbox, { delivery: 'dlv_newest', eventId: 'evt_newest', receivedAt: ago(2), forward: false })
    add('evt_1', 121)
    await forwarding('--max', '1').ended
    const pruned = await machine.pixctl(['state', 'prune', '--keep', '2d', '--yes'])
    expect(pruned.stdout).toContain('deliveries\t0\n')
    expect(pruned.stderr).toContain('events tail --forward-to would continue')
    add('evt_2', 120)
    add('evt_3', 1)
    await again('--max', '2').ended
    expect(eventsOf(target)).toEqual(['evt_1', 'evt_3'])
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

  it('that the service refuses to another token is reported, with what to do next', async () => {
    const stream = await Stream.start()
    const machine = localMachineOf(stream)
    stream.add()
    await new Tail(machine, ['--after', sequence(0), '--max', '1']).ended
    stream.refusal = { code: 4400, reason: 'after is beyond the last sequence' }
    const { code, stderr } = await new Tail(machine, [], { PIXCTL_WS_TOKEN: 'service_ws_q7V2another' }).ended
    expect(code).toBe(8)
    for (const part of [sequence(1), '--no-resume', '--after']) expect(stderr).toContain(part)
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
