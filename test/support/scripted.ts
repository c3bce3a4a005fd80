/** A machine that speaks to a scripted service. */

import { expect } from 'vitest'
import { LocalMachine } from './local.ts'
import { errorOf, Machine } from './pixctl.ts'
import { type Act, ONE_ATTEMPT, ScriptedService } from './service.ts'

export const API_KEY = 'service_live_never_show_this_key'

/** One line of `charge recover --list --json`. */
export interface Unresolved {
  idempotencyKey: string
  createdAt: string
  amount: number
  description: string
  profile: string
  baseUrl: string
}

/** Ends with the test; it fails when requests came that the script doesn't have, or fewer. */
export function against(...script: Act[]) {
  return on(env => new Machine(env), script)
}

/** The same for commands in this process. */
export function againstLocal(...script: Act[]) {
  return on(env => new LocalMachine(env), script)
}

async function on<M extends Machine | LocalMachine>(
  newMachine: (env: Record<string, string>) => M,
  script: Act[],
) {
  const service = await new ScriptedService(...script).start()
  const machine = newMachine({ PIXCTL_API_KEY: API_KEY, PIXCTL_BASE_URL: service.baseUrl })
  return {
    service,
    machine,
    /** The creations that are left in the journal. */
    unresolved: () => unresolved(machine),
    async [Symbol.asyncDispose]() {
      machine[Symbol.dispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

export async function unresolved(
  machine: Pick<Machine | LocalMachine, 'pixctl'>,
  ...flags: string[]
): Promise<Unresolved[]> {
  const { stdout, stderr, code } = await machine.pixctl(['charge', 'recover', '--list', '--json', ...flags])
  if (code !== 0) throw new Error(`recover --list ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Begins a creation whose outcome stays unknown, and gives its key. The script must begin with a cut. */
export async function leaveUnresolved(
  machine: Machine | LocalMachine,
  amount = '10.50',
  env: Record<string, string> = {},
): Promise<string> {
  const args = ['charge', 'create', '--amount', amount, ...ONE_ATTEMPT, '--json']
  const { exitCode, idempotencyKey } = errorOf(await machine.pixctl(args, { env }))
  expect(exitCode).toBe(9)
  return idempotencyKey!
}
