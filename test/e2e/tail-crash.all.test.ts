/** `events tail`, killed, cut off and started again: over all runs every event is shown. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { type Machine, notesOf } from '../support/pixctl.ts'
import { seededRandom } from '../support/seed.ts'
import { cursors, FIRST, machineOf, Stream, sequence, Tail, WS_TOKEN } from '../support/tailing.ts'
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

/** Starts a tail and kills it: after so many lines, or so many milliseconds, whatever it does then. */
async function killed(
  machine: Machine,
  run: number,
  random: () => number,
  meanwhile: () => void,
): Promise<Tail> {
  const tail = new Tail(machine)
  if (run % 2 === 0) {
    await tail.shows(1 + Math.floor(random() * 500))
    meanwhile()
    await tail.shows(tail.ids.length + Math.floor(random() * 50))
  } else {
    await new Promise(resolve => setTimeout(resolve, random() * 500))
    meanwhile()
  }
  await tail.kill()
  return tail
}

describe('SIGKILL, over and over while events come and connections are cut', () => {
  it('loses nothing, and shows again only what was in flight', async () => {
    const random = seededRandom()
    const { stream, machine } = await begun()
    const sender = keepSending(stream)
    const shown = new Set([1])
    let saved = 1
    for (let run = 0; run < volume(14, 3); run++) {
      const tail = await killed(machine, run, random, () => run % 3 === 0 && stream.cut())
      const numbers = shownBy(tail)
      // In order, each once, and none that was done with.
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(numbers[0] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(saved)
      for (const number of numbers) shown.add(number)
      const before = saved
      saved = await savedBy(machine)
      expect(saved).toBeGreaterThanOrEqual(before)
      // The cursor is never ahead of what was shown.
      expect(range(before + 1, saved).filter(number => !shown.has(number))).toEqual([])
    }
    const last = sender.stop()
    const rest = new Tail(machine)
    const inFlight = range(saved + 1, last).filter(number => !shown.has(number))
    expect(inFlight.length).toBeGreaterThan(0)
    await rest.shows(inFlight.length)
    while (shownBy(rest).at(-1) !== last) await rest.shows(rest.ids.length + 1)
    expect((await rest.end('SIGINT')).code).toBe(130)
    for (const number of shownBy(rest)) shown.add(number)
    expect(range(1, last).filter(number => !shown.has(number))).toEqual([])
    expect(last).toBeGreaterThan(volume(2000, 300))
    expect(await savedBy(machine)).toBe(last)
    expect(new Set(stream.auths.map(({ token }) => token))).toEqual(new Set([WS_TOKEN]))
    expect(stream.auths.filter(({ after }) => after === undefined)).toEqual([])
  })
})

describe('SIGTERM and SIGINT', () => {
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
})

describe('a service', () => {
  it('that cuts every connection, also in the middle of a message, loses nothing and repeats nothing', async () => {
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
    // The losses that follow within two minutes are not reported.
    expect(lines).toEqual([expect.stringMatching(/^connection lost \(/), 'connected again'])
  })

  it('that does not run yet is waited for', async () => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const { port } = stream.service
    await stream.service[Symbol.asyncDispose]()
    const tail = new Tail(machine, ['--after', sequence(0)])
    await tail.says(/^no connection \(the connection was refused\); trying again\n/)
    const again = await Stream.start(port)
    again.add()
    await tail.shows(1)
    expect((await tail.end('SIGINT')).code).toBe(130)
  })
})

it('events tail runs without a stdin', async () => {
  const stream = await Stream.start()
  const run = machineOf(stream).shell('pixctl events tail --json --max 1 <&-')
  await stream.clients(1)
  stream.add()
  expect(await run).toMatchObject({ stdout: expect.stringContaining('"evt_1"'), stderr: '', code: 0 })
})
