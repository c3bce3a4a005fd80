/** A machine with a running sandbox and something of everything: the same for both languages. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openInbox } from '#inbox/open.ts'
import { take } from '../inbox/arriving.ts'
import { LocalMachine } from '../support/local.ts'
import type { Run } from '../support/pixctl.ts'
import { keepSandboxOn, type StartedSandbox } from '../support/sandbox.ts'
import { ONE_ATTEMPT } from '../support/service.ts'
import { SECRET, Target } from '../webhooks/target.ts'

export interface World {
  machine: LocalMachine
  sandbox: StartedSandbox
  paid: string
  pending: string
  expired: string
  failed: string
  /** An endpoint that answers 204. */
  target: string
  pixctl(...args: string[]): Promise<Run>
  /** A new charge; gives its id. */
  create(): Promise<string>
  /** A creation without an answer, the only one; gives its key. */
  unresolved(): Promise<string>
  /** A new endpoint of the sandbox; gives its id. */
  endpoint(): Promise<string>
  /** A file of charges, with these rows of reference and amount. */
  rows(text: string): string
  /** Makes a profile with a stored key. */
  login(profile: string): Promise<void>
  /** Another number each time. */
  next(): number
  close(): Promise<void>
}

export async function openWorld(): Promise<World> {
  const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
  const sandbox = await keepSandboxOn(machine.host(), '--rate-limit', 'off')
  const target = await new Target(204).start()
  const pixctl = (...args: string[]) => machine.pixctl(args)
  const create = async () => {
    const { stdout } = await pixctl('charge', 'create', '--amount', '10.50', '--description', 'Café', '-q')
    return stdout.trim()
  }
  let number = 0
  const next = () => ++number
  const [paid, pending, expired, failed] = [await create(), await create(), await create(), await create()]
  for (const [how, id] of [
    ['pay', paid],
    ['expire', expired],
    ['fail', failed],
  ] as const) {
    await pixctl('sandbox', how, id)
  }
  await pixctl('charges', 'sync')
  await keepEvents(machine)
  return {
    ...{ machine, sandbox, paid, pending, expired, failed, target: target.url, pixctl, create, next },
    unresolved: async () => {
      await pixctl('charge', 'recover')
      await pixctl('sandbox', 'fault', 'add', '--on', 'create', '--lose-answer', '--times', '1')
      const key = crypto.randomUUID()
      await pixctl('charge', 'create', '--amount', '2', '--idempotency-key', key, ...ONE_ATTEMPT)
      return key
    },
    endpoint: async () => {
      const { stdout } = await pixctl('sandbox', 'webhook', 'add', `http://127.0.0.1:9/e${next()}`, '--json')
      return JSON.parse(stdout).id
    },
    rows: text => {
      const path = join(machine.folder, 'rows.csv')
      writeFileSync(path, `reference,amount\n${text}\n`)
      return path
    },
    login: async profile => {
      const args = ['auth', 'login', '--insecure-storage', '-p', profile, '--base-url', sandbox.baseUrl]
      await machine.pixctl(args, { input: sandbox.apiKey })
    },
    close: async () => {
      await sandbox.stop()
      await target.stop()
      machine[Symbol.dispose]()
    },
  }
}

/** One event that is pending, and one that is only watched. */
async function keepEvents({ dataDir }: LocalMachine): Promise<void> {
  const inbox = await openInbox({ dataDir, profile: 'sandbox' })
  for (const name of ['kept_1', 'kept_2']) {
    const over = { delivery: `dlv_${name}`, eventId: `evt_${name}`, forward: name === 'kept_1' }
    await take(inbox, { ...over, receivedAt: new Date().toISOString() })
  }
  await inbox.close()
}
