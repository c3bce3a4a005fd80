/** `sandbox start` in this process or as a process, and the commands that an operator uses beside it. */

import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import type { LocalMachine } from './local.ts'
import { ended, type Machine, type Run } from './pixctl.ts'
import { runCommand, type testHost } from './run.ts'

/** The line it prints. */
interface SandboxLine {
  baseUrl: string
  realtimeUrl: string
  dashboardUrl: string
  loginUrl: string
  apiKey: string
  wsToken: string
}

export interface StartedSandbox extends SandboxLine {
  /** Its end, however it comes. */
  ended: Promise<Run>
  /** Ends it as Ctrl-C does, or as SIGTERM. */
  stop(by?: 'interrupted' | 'terminated'): Promise<Run>
}

/** Starts it on free ports; it serves, and its profile stands, once this resolves. It ends with the test. */
export async function startSandboxOn(
  host: ReturnType<typeof testHost>,
  ...args: string[]
): Promise<StartedSandbox> {
  const sandbox = await keepSandboxOn(host, ...args)
  onTestFinished(async () => void (await sandbox.stop()))
  return sandbox
}

/** The same, until it is stopped; on the port of `--port` if that is among the arguments. */
export async function keepSandboxOn(
  host: ReturnType<typeof testHost>,
  ...args: string[]
): Promise<StartedSandbox> {
  const controller = new AbortController()
  const signal = AbortSignal.any([host.signal, controller.signal])
  const { promise, resolve } = Promise.withResolvers<SandboxLine>()
  const port = args.includes('--port') ? [] : ['--port', '0']
  const run = runCommand(['sandbox', 'start', ...port, '--json', ...args], {
    host: { ...host, signal },
    onOutput: (text, stream) => {
      if (stream === 'stdout' && /^\{.*\n$/.test(text)) resolve(JSON.parse(text))
    },
  })
  const ended = run.then(({ code, stderr }) => Promise.reject(new Error(`it ended with ${code}: ${stderr}`)))
  const stop = (by: 'interrupted' | 'terminated' = 'interrupted') => {
    controller.abort(new Stopped(by))
    return run
  }
  return { ...(await Promise.race([promise, ended])), ended: run, stop }
}

export interface SpawnedSandbox {
  line: SandboxLine
  stop(signal?: NodeJS.Signals): Promise<Run>
}

/** Starts it as a process on free ports; it serves once this resolves. It is killed when the test ends. */
export async function spawnSandbox(machine: Machine, ...args: string[]): Promise<SpawnedSandbox> {
  const sandbox = await keepSpawnedSandbox(machine, ...args)
  onTestFinished(async () => void (await sandbox.stop('SIGKILL')))
  return sandbox
}

/** The same, until it is stopped. */
export async function keepSpawnedSandbox(machine: Machine, ...args: string[]): Promise<SpawnedSandbox> {
  const child = machine.start(['sandbox', 'start', '--port', '0', '--json', ...args])
  const end = ended(child)
  const line = await Promise.race([
    new Promise<string>(resolve => createInterface(child.stdout).once('line', resolve)),
    end.then(({ stderr }) => Promise.reject(new Error(stderr))),
  ])
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return end
  }
  return { line: JSON.parse(line) as SandboxLine, stop }
}

/** What the operator of a machine with a sandbox does most. */
export function operatorOf(machine: Machine | LocalMachine) {
  const pixctl = (args: string[], options?: { env?: Record<string, string> }) => machine.pixctl(args, options)
  return {
    pixctl,
    /** Creates a charge; gives its id. */
    create: async (amount = '10.50'): Promise<string> => {
      const { stdout, stderr, code } = await pixctl(['charge', 'create', '--amount', amount, '-q'])
      expect(code, stderr).toBe(0)
      return stdout.trim()
    },
    /** The wallet's balance in centavos. */
    balance: async (): Promise<number> =>
      Math.round(JSON.parse((await pixctl(['balance', '--json'])).stdout).availableBalance * 100),
  }
}

/** What `sandbox webhook add` prints. */
export interface AddedEndpoint {
  id: string
  url: string
  events: string[]
  secret: string
}

/** Adds and lists webhook endpoints by the commands. */
export function endpointsOf(machine: Machine | LocalMachine) {
  const pixctl = (...args: string[]) => machine.pixctl(args)
  return {
    pixctl,
    add: async (url: string, ...more: string[]): Promise<AddedEndpoint> => {
      const { stdout, stderr, code } = await pixctl('sandbox', 'webhook', 'add', url, ...more, '--json')
      expect(code, stderr).toBe(0)
      return JSON.parse(stdout)
    },
    list: async () => JSON.parse((await pixctl('sandbox', 'webhook', 'list', '--json')).stdout),
  }
}
