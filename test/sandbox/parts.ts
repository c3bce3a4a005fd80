/** The parts of the sandbox that deliver, over a database that the test can reach into. */

import { onTestFinished } from 'vitest'
import { FIRST_STORE } from '#sandbox/core/choices.ts'
import { SandboxClock } from '#sandbox/core/clock.ts'
import { openDatabase } from '#sandbox/core/database.ts'
import { Service } from '#sandbox/core/service.ts'
import { ensureFirstStore } from '#sandbox/core/stores.ts'
import { Deliverer } from '#sandbox/webhooks/deliverer.ts'
import { addEndpoint } from '#sandbox/webhooks/endpoints.ts'
import { Sender } from '#sandbox/webhooks/sender.ts'
import { FakeClock } from '../support/clock.ts'
import { noFaults } from './harness.ts'
import { Arrivals, type Receiver, watchAttempts } from './receiver.ts'

/** A service and its deliverer over a database the test can reach into, with one endpoint. */
export function startParts(receiver: Receiver) {
  const clock = new FakeClock()
  const faults = new Arrivals<unknown>()
  const watch = watchAttempts()
  const onFault = (fault: unknown) => faults.add(fault)
  const database = openDatabase(':memory:')
  const deliverer = new Deliverer({
    database,
    clock: new SandboxClock(clock),
    sender: new Sender(clock, { httpsProxy: undefined, noProxy: undefined }),
    faults: noFaults(),
    timeScale: 1,
    userAgent: 'test',
    onAttempt: watch.onAttempt,
    onFault,
  })
  ensureFirstStore(database)
  deliverer.start()
  const service = new Service({
    database,
    clock,
    deliver: event => deliverer.add(event),
    onFault,
  })
  const endpoint = addEndpoint(database, clock.now(), FIRST_STORE.id, {
    url: receiver.url,
    events: [],
    secret: undefined,
  })
  onTestFinished(async () => {
    await deliverer.close()
    service.stop()
    database.close()
  })
  return { clock, faults, attempts: watch.attempts, database, deliverer, endpoint, service }
}
