/** `events tail`, stopped, cut off and started again: over all runs every event is shown. */

import { expect, it, onTestFinished } from 'vitest'
import { type Machine, notesOf } from '../support/pixctl.ts'
import { seededRandom } from '../support/seed.ts'
import { cursors, FIRST, machineOf, Stream, sequence, Tail } from '../support/tailing.ts'
import { volume } from '../support/volume.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The numbers of the events that a tail has shown. */
const shownBy = (tail: Tail) => tail.ids.map(id => Number(id.slice('evt_'.length)))

/** The number of the event up to which a machine is done. */
async function savedBy(machine: Machine): Promise<number> {
  const [saved, ...others] = await cursors(machine)
  expect(others).toEqual([])
  return Number(BigInt(saved!) - FIRST)
}

/** A stream whose first event is shown, so that its cursor is saved. */
async function begun(): Promise<{ stream: Stream; machine: Machine }> {
  const stream = await Stream.start()
  const machine = machineOf(stream)
  stream.add()
  expect((await new Tail(machine, ['--after', sequence(0), '--max', '1']).ended).code).toBe(0)
  return { stream, machine }
}

/** Adds events until the test ends or `stop` is called, which returns how many there are. */
function keepSending(stream: Stream): { stop(): number } {
  let last = 1
  const sending = setInterval(() => {
    last += stream.addMany(5).length
  }, 2)
  onTestFinished(() => clearInterval(sending))
  return {
    stop: () => {
      clearInterval(sending)
      return last
    },
  }
}

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)(
  '%s during many events ends after a whole line, which the next run does not repeat',
  async (signal, code) => {
    const random = seededRandom()
    const { stream, machine } = await begun()
    const sender = keepSending(stream)
    const shown = [1]
    for (let run = 0; run < volume(4, 1); run++) {
      const tail = new Tail(machine)
      await tail.shows(1 + Math.floor(random() * 200))
      const { code: ended, stdout } = await tail.end(signal)
      expect(ended).toBe(code)
      expect(stdout.at(-1)).toBe('\n')
      shown.push(...shownBy(tail))
      expect(await savedBy(machine)).toBe(shown.at(-1))
    }
    expect(shown).toEqual(range(1, shown.at(-1)!))
    expect(sender.stop()).toBeGreaterThan(shown.length)
  },
)

it('a service that cuts every connection, also in the middle of a message, loses nothing and repeats nothing', async () => {
  const { stream, machine } = await begun()
  const sender = keepSending(stream)
  const tail = new Tail(machine)
  for (let cuts = 1; cuts <= 5; cuts++) {
    await stream.clients(1 + cuts)
    await tail.shows(tail.ids.length + 40)
    stream.cut()
  }
  await stream.clients(7)
  const last = sender.stop()
  await tail.shows(last - 1)
  expect(shownBy(tail)).toEqual(range(2, last))
  const lines = notesOf(await tail.end())
  expect(lines.map(line => line.replace(/ \(.*/, '')).slice(-2)).toEqual([
    'connection lost',
    'connected again',
  ])
})

it('events tail runs without a stdin', async () => {
  const stream = await Stream.start()
  const run = machineOf(stream).shell('pixctl events tail --json --max 1 <&-')
  await stream.clients(1)
  stream.add()
  expect(await run).toMatchObject({ stdout: expect.stringContaining('"evt_1"'), stderr: '', code: 0 })
})
