/** `webhook listen` with two targets, one of them failing, killed again and again. */

import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { envelope } from '../support/envelope.ts'
import { Listener, listeningMachine, signed } from '../support/listener.ts'
import type { Machine } from '../support/pixctl.ts'
import { describeOnPostgres, newDatabase } from '../support/postgres.ts'
import { seededRandom } from '../support/seed.ts'
import { type Answer, openTarget } from '../webhooks/target.ts'

/** More by hand: `PIXCTL_TEST_KILLS=40`. */
const KILLS = Number(process.env.PIXCTL_TEST_KILLS ?? 4)
/** The longest pause, in milliseconds: a lease must end first, and then the wait after a failed attempt. */
const PAUSE_MS = 45_000
/** Events of each payment, in order, with the target that each goes to. */
const STEPS = [
  ['payment.created', 'failing'],
  ['payment.approved', 'good'],
  ['payment.expired', 'failing'],
  ['deposit.approved', 'good'],
] as const
type Name = 'good' | 'failing'

/**
 * Two targets that note what comes to them, and what they accept.
 * @param rate how often the failing one refuses an event, when it is not down
 */
async function openTargets(rate: number, random: () => number) {
  /** The events in the order in which they were accepted, each time. */
  const accepted: string[] = []
  const wrong: string[] = []
  let [requests, isDown] = [0, true]
  const answerAs =
    (name: Name): Answer =>
    (response, { body }) => {
      requests++
      const id = String(JSON.parse(body.toString()).id)
      const [payment, step] = id.slice('evt_'.length).split('_').map(Number) as [number, number]
      if (STEPS[step]![1] !== name) wrong.push(`${id} came to ${name}`)
      if (step > 0 && !accepted.includes(`evt_${payment}_${step - 1}`)) wrong.push(`${id} came too early`)
      const refuses = name === 'failing' && (isDown || random() < rate)
      void setTimeout(random() * 8).then(() => {
        if (refuses && random() < 0.3) return response.destroy()
        if (!refuses) accepted.push(id)
        response.writeHead(refuses ? 500 : 204).end()
      })
    }
  const [good, failing] = [await openTarget(answerAs('good')), await openTarget(answerAs('failing'))]
  const routes = ['--forward-to', `payment.approved,deposit.*=${good.url}`, '--forward-to', failing.url]
  return {
    routes,
    accepted,
    wrong,
    get requests() {
      return requests
    },
    isUp() {
      isDown = false
    },
  }
}

/** The events of payments arrive, each again until one of the listeners has answered 204. */
async function deliverAll(
  payments: number,
  random: () => number,
  listeners: () => readonly Listener[],
  isOver: () => boolean,
) {
  const one = async (payment: number) => {
    for (const [step, [type]] of STEPS.entries()) {
      const id = `evt_${payment}_${step}`
      const delivery = signed({
        delivery: `dlv_${payment}_${step}`,
        type,
        body: envelope({ id, type, paymentId: `pay_${payment}` }),
      })
      for (;;) {
        const some = listeners()
        const listener = some[Math.floor(random() * some.length)]
        const status = await listener?.send(delivery).then(
          answer => answer.status,
          () => null,
        )
        if (status === 204) break
        await setTimeout(20)
      }
      await setTimeout(random() * 40)
    }
  }
  let next = 0
  const worker = async () => {
    while (next < payments || !isOver()) await one(next++)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return next
}

interface Setting {
  machines: Machine[]
  concurrency: number
}

async function killed({ machines, concurrency }: Setting) {
  const random = seededRandom()
  // In order, each refusal delays all that comes after it.
  const targets = await openTargets(concurrency === 1 ? 0.01 : 0.1, random)
  const start = (machine: Machine) =>
    Listener.start(machine, ...targets.routes, '--forward-concurrency', String(concurrency))
  const running: Listener[] = await Promise.all(machines.map(start))
  let kills = 0
  const delivered = deliverAll(
    30,
    random,
    () => running,
    () => kills >= KILLS,
  )
  for (; kills < KILLS; kills++) {
    await setTimeout(300 + random() * 700)
    if (kills === 1) targets.isUp()
    const which = kills % machines.length
    const [victim] = running.splice(which, 1)
    await victim!.kill()
    running.splice(which, 0, await start(machines[which]!))
  }
  targets.isUp()
  const payments = await delivered
  const expected = Array.from({ length: payments }, (_, payment) =>
    STEPS.map((_, step) => `evt_${payment}_${step}`),
  ).flat()
  const missing = () => expected.filter(id => !targets.accepted.includes(id))
  let lost = missing()
  for (let since = performance.now(); lost.length > 0 && performance.now() - since < PAUSE_MS; ) {
    await setTimeout(100)
    const left = missing()
    if (left.length < lost.length) since = performance.now()
    lost = left
  }
  // What a killed listener had sent and not recorded is sent again, on PostgreSQL when its lease is over.
  const pending = ['webhook', 'deliveries', '--forward', 'pending', '--limit', '1', '--json']
  while ((await machines[0]!.pixctl(pending)).stdout.trim() !== '[]') await setTimeout(200)
  const ends = await Promise.all(running.map(listener => listener.end()))
  const again = targets.accepted.length - new Set(targets.accepted).size
  process.stderr.write(
    `${expected.length} events, ${kills} kills, ${targets.requests} requests, ${again} again after a kill\n`,
  )
  expect(targets.wrong).toEqual([])
  expect(lost).toEqual([])
  // Of two targets, while as many are recorded as are sent.
  expect(again).toBeLessThanOrEqual(kills * 2 * 2 * concurrency)
  expect(ends.map(({ code }) => code)).toEqual(machines.map(() => 143))
  expect(ends.at(-1)!.stderr).toContain('0 still pending')
  const { stdout } = await machines[0]!.pixctl(['webhook', 'deliveries', '--limit', '100000', '--json'])
  const kept = JSON.parse(stdout) as { eventId: string; forward: string }[]
  expect(kept.filter(({ forward }) => forward !== 'done')).toEqual([])
  expect(new Set(kept.map(({ eventId }) => eventId))).toEqual(new Set(expected))
}

describe('SIGKILL loses nothing, sends each event to its own target, and in order for each payment', () => {
  it(
    'one at a time, with the inbox in SQLite',
    () => killed({ machines: [listeningMachine()], concurrency: 1 }),
    600_000,
  )

  describeOnPostgres('four at once', () => {
    it('with two listeners that share an inbox', async () => {
      const { url } = await newDatabase()
      const machines = [1, 2].map(() => listeningMachine({ PIXCTL_INBOX_URL: url }))
      expect(await machines[0]!.pixctl(['inbox', 'init'])).toMatchObject({ code: 0 })
      await killed({ machines, concurrency: 4 })
    }, 600_000)
  })
})
