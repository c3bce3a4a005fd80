/** A store to act for: the sandbox in this process, and a machine whose environment leads to it. */

import { afterAll, onTestFinished, TestRunner } from 'vitest'
import type { Payment, Permission } from '#contract/generated/types.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/index.ts'
import { callers } from '../sandbox/harness.ts'
import { LocalMachine } from './local.ts'
import { Machine } from './pixctl.ts'

export interface Store<M extends Machine | LocalMachine = Machine>
  extends Pick<ReturnType<typeof callers>, 'api' | 'control'> {
  machine: M
  sandbox: Sandbox
  /** Runs a command as the store's operator. */
  pixctl: M['pixctl']
  /** Creates a charge by the command. */
  create(...flags: string[]): Promise<Payment>
  /** Creates a charge that is paid; gives its id. */
  createPaid(...flags: string[]): Promise<string>
  /** Moves a charge, as its customer or the service would. */
  move(id: string, how: 'pay' | 'expire' | 'fail'): Promise<void>
  /** A new key with only these permissions. */
  key(permissions: Permission[]): Promise<{ id: string; apiKey: string }>
  /** The wallet's balance in reais. */
  balance(): Promise<number>
}

/** Starts one that ends with the test in which it is started, or else with the test file. */
export function openStore(options: Partial<SandboxOptions> = {}): Promise<Store> {
  return open(env => new Machine(env), options)
}

/** The same for commands in this process. */
export function openLocalStore(options: Partial<SandboxOptions> = {}): Promise<Store<LocalMachine>> {
  return open(env => new LocalMachine(env), options)
}

async function open<M extends Machine | LocalMachine>(
  newMachine: (env: Record<string, string>) => M,
  options: Partial<SandboxOptions>,
): Promise<Store<M>> {
  const sandbox = await startSandbox({ dataDir: ':memory:', rateLimit: 'off', ...options })
  const machine = newMachine({ PIXCTL_API_KEY: sandbox.apiKey, PIXCTL_BASE_URL: sandbox.baseUrl })
  // vitest never calls an afterAll of a running test.
  const atEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  atEnd(async () => {
    await sandbox.close()
    machine[Symbol.dispose]()
  })
  const { api, control } = callers(sandbox)
  const create = async (...flags: string[]): Promise<Payment> => {
    const { stdout, stderr, code } = await machine.pixctl(['charge', 'create', '--json', ...flags])
    if (code !== 0) throw new Error(`charge create ended with ${code}: ${stderr}`)
    return JSON.parse(stdout)
  }
  const move = async (id: string, how: 'pay' | 'expire' | 'fail') => {
    const { status, text } = await control(`/charges/${id}/${how}`, {})
    if (status !== 200) throw new Error(text)
  }
  return {
    machine,
    sandbox,
    api,
    control,
    pixctl: machine.pixctl.bind(machine) as M['pixctl'],
    create,
    move,
    createPaid: async (...flags) => {
      const { id } = await create(...flags)
      await move(id, 'pay')
      return id
    },
    key: async permissions => (await control('/keys', { permissions })).body.data,
    balance: async () => (await api('/balance')).body.data.availableBalance,
  }
}

const linesOf = (stdout: string) => stdout.split('\n').slice(0, -1)

/** `name<TAB>value` lines as an object. */
export const fields = (stdout: string): Record<string, string> =>
  Object.fromEntries(linesOf(stdout).map(line => line.split(/\t(.*)/s, 2)))

/** Tab-separated rows. */
export const rows = (stdout: string): string[][] => linesOf(stdout).map(line => line.split('\t'))

/** Lines of JSON, each parsed. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into lines of every shape
export const jsonLines = (stdout: string): any[] => linesOf(stdout).map(line => JSON.parse(line))

/** A charge as its row, written from the contract of the command line. */
export const chargeRow = (charge: Payment): string[] => [
  ...[charge.id, charge.status],
  ...[charge.amount, charge.requestedAmount, charge.fee, charge.netAmount].map(reais => reais.toFixed(2)),
  ...[String(charge.passFee), String(charge.validityMinutes), charge.description ?? ''],
  ...[charge.createdAt, charge.expiresAt ?? '', charge.paidAt ?? ''],
]
