/**
 * The proof that nothing is lost, repeated or out of order, whatever is killed. Three listeners share an inbox. The
 * service sends every delivery to two of them and each event of a payment after the one before it; two targets refuse
 * one request in ten. Meanwhile one listener after another is killed and started again, and PostgreSQL is restarted as
 * after a crash. Everything is real: processes, sockets, files, the server. What must be true is in checks.ts; the
 * service, the target and the checks use nothing of pixctl.
 *
 *     PIXCTL_TEST_ALL=1 npx vitest run test/proof
 *
 * Each run prints its figures on stderr. PIXCTL_PROOF_PAYMENTS=150 makes it short, PIXCTL_PROOF_SEED=2 chooses other
 * listeners and other kills.
 */

import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { randomFrom } from '../support/seed.ts'
import { check } from './checks.ts'
import { Member } from './fleet.ts'
import { EVENTS_EACH, Service } from './service.ts'
import { describeStores, type Store } from './stores.ts'
import { Target } from './target.ts'

const SECRET = 'whsec_0f1e2d3c4b5a69788796'
const PAYMENTS = Number(process.env.PIXCTL_PROOF_PAYMENTS || 500)
const SEED = Number(process.env.PIXCTL_PROOF_SEED || 1)
/** A listener is killed after so many more answers: after a time, a slow machine would do little but start them again. */
const ANSWERS_PER_KILL = 300
/** How long all of it may take: for sending and forwarding, and for leases to end. */
const BOUND_MS = 60_000 + PAYMENTS * 240

describeStores(openStore => {
  it(
    `keeps, forwards once and in order ${PAYMENTS} payments with ${EVENTS_EACH} events each`,
    async () => {
      const started = performance.now()
      const store = await openStore({ PIXCTL_WEBHOOK_SECRET: SECRET })
      const target = await Target.start(SECRET)
      onTestFinished(() => target[Symbol.asyncDispose]())
      const random = randomFrom(SEED)
      const listeners = startListeners(store, target)
      const service = new Service(listeners, SECRET, random)
      const late = inTime(async () => {
        const said = listeners.map(each => `${each.sender}: ${each.stderr.slice(-500)}`).join('\n')
        const counts = `${service.acknowledged.size} acknowledged (${[...service.answers].join(' ')}), ${target.accepted} accepted, ${await store.pending()} pending`
        return `not done after ${BOUND_MS / 1000} s: ${counts}\n${said}`
      })
      const whileAllWell = <T>(work: Promise<T>): Promise<T> =>
        Promise.race([work, late, ...listeners.map(({ failed }) => failed)])
      await whileAllWell(Promise.all(listeners.map(({ up }) => up)))

      const sending = service.send(PAYMENTS)
      const restarted = restartInTheMiddle(store, service)
      const kills = await whileAllWell(
        killUntil(Promise.all([sending, restarted]), service, listeners, random),
      )
      const sent = performance.now()
      await whileAllWell(target.until(() => target.accepted === PAYMENTS * EVENTS_EACH))
      await expect.poll(() => store.pending(), { timeout: 30_000, interval: 200 }).toBe(0)
      const forwarded = performance.now()
      await whileAllWell(Promise.all(listeners.map(each => each.stop())))

      const { problems, twice } = check({
        acknowledged: service.acknowledged,
        kept: await store.kept(),
        recorded: await store.recorded(),
        requests: target.requests,
        kills: new Map(listeners.flatMap(each => [...each.kills])),
        payments: PAYMENTS,
        eventsEach: EVENTS_EACH,
      })
      const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
      process.stderr.write(
        `proof with ${store.name}: ${service.acknowledged.size} deliveries acknowledged, each by two listeners, in ` +
          `${seconds(started, sent)} s with ${kills} kills${store.restart ? ' and an immediate restart' : ''} ` +
          `(answers: ${[...service.answers].map(each => each.join(' ')).join(', ')}); all forwarded ` +
          `${seconds(sent, forwarded)} s later in ${target.requests.length} requests, ${twice} events twice\n`,
      )
      expect([...problems, ...target.problems]).toEqual([])
      expect(service.acknowledged.size).toBe(PAYMENTS * EVENTS_EACH)
      expect(kills).toBeGreaterThan(3)
    },
    BOUND_MS + 10_000,
  )
})

/** Rejects with what there is to say if the test takes too long. */
function inTime(say: () => Promise<string>): Promise<never> {
  const late = setTimeout(BOUND_MS, undefined, { ref: false }).then(async () => {
    throw new Error(await say())
  })
  late.catch(() => {})
  return late
}

function startListeners(store: Store, { routes }: Target): Member[] {
  return ['one', 'two', 'three'].map((name, n) => {
    const member = new Member(
      name,
      store.machines[n % store.machines.length]!,
      header => [
        ...['webhook', 'listen', '--port', '0', '--json', '--no-input', ...routes],
        ...['--forward-concurrency', '16', '--forward-header', header],
      ],
      /listening on (http:[^"]+)"/,
    )
    onTestFinished(() => member[Symbol.dispose]())
    member.start()
    return member
  })
}

/** Kills a listener now and then until the work is done; gives how many times. */
async function killUntil(
  work: Promise<unknown>,
  service: Service,
  listeners: readonly Member[],
  random: () => number,
): Promise<number> {
  const done = work.then(() => true)
  for (let kills = 0; ; kills++) {
    const next = service.until((kills + 1) * ANSWERS_PER_KILL).then(() => false)
    if (await Promise.race([next, done])) return kills
    await listeners[Math.floor(random() * listeners.length)]!.kill()
  }
}

async function restartInTheMiddle(store: Store, service: Service): Promise<void> {
  if (!store.restart) return
  await service.until(PAYMENTS * EVENTS_EACH)
  await store.restart()
}
