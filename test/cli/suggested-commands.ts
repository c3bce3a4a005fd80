/** Runs what a message suggests, as it was printed. */

import { spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { startHarness } from '../sandbox/harness.ts'
import { runCommand, testHost } from '../support/run.ts'
import { type Act, ScriptedService } from '../support/service.ts'

export const SECRET = 'whsec_suggested'
/** Where the sandbox's stream begins. */
export const PLACE = '9007199254740992'

export interface Setting {
  host: ReturnType<typeof testHost>
  /** The placeholders of a suggestion, and what a reader would put there. */
  fill: Record<string, string>
}

/** The sandbox, and a machine whose environment leads to it; `over` changes single variables. */
export async function shop(over: Record<string, string> = {}, input?: string) {
  const { sandbox, api, create, clock } = await startHarness()
  const { baseUrl, realtimeUrl, apiKey, wsToken } = sandbox
  const host = testHost({
    env: {
      PIXCTL_BASE_URL: baseUrl,
      PIXCTL_API_KEY: apiKey,
      PIXCTL_WEBHOOK_SECRET: SECRET,
      PIXCTL_REALTIME_URL: realtimeUrl,
      PIXCTL_WS_TOKEN: wsToken,
      ...over,
    },
    input: input ?? apiKey,
  })
  const fill = { 'https://…/api/v1': baseUrl, 'wss://…': realtimeUrl, NAME: 'other', SEQUENCE: PLACE }
  return { host, fill, sandbox, api, create, clock }
}

/** Takes everything out of the environment of `shop`. */
export const NOTHING = {
  PIXCTL_BASE_URL: '',
  PIXCTL_API_KEY: '',
  PIXCTL_WEBHOOK_SECRET: '',
  PIXCTL_REALTIME_URL: '',
  PIXCTL_WS_TOKEN: '',
}

/** A service that answers by a script, and a machine that has a key for it. */
export async function scripted(...script: Act[]): Promise<Setting> {
  const service = await new ScriptedService(...script).start()
  onTestFinished(() => service[Symbol.asyncDispose]())
  const env = { PIXCTL_API_KEY: 'service_live_suggested', PIXCTL_BASE_URL: service.baseUrl }
  return { host: testHost({ env }), fill: {} }
}

/** The same machine, used by a person. */
export function onTerminal<Some extends Setting>(setting: Some): Some {
  return { ...setting, host: { ...setting.host, terminal: { columns: 120, rows: 60 } } }
}

/** The words of the commands that stderr suggests, as a shell reads them when somebody pastes them. */
export function suggestedIn(stderr: string, fill: Setting['fill']): string[][] {
  const lines = [...stderr.matchAll(/(?:^ *|(?<!unknown command): )(pixctl [^\n]*)$/gm)].map(
    ([, line]) => line!,
  )
  if (lines.length === 0) return []
  const end = 'end of the command'
  const script = `pixctl() { printf '%s\\0' "$@" '${end}'; }`
  const pasted = [script, ...lines.map(line => line.replace(/ < \S+$/, ''))].join('\n')
  const commands: string[][] = [[]]
  for (const word of spawnSync('sh', ['-c', pasted], { encoding: 'utf8' }).stdout.split('\0').slice(0, -1)) {
    if (word === end) commands.push([])
    else commands.at(-1)?.push(fill[word] ?? word)
  }
  return commands.slice(0, -1)
}

/** Servers get any free port, so that the tests can run beside others. */
const ANY_PORT: Record<string, string[]> = {
  'sandbox start': ['--port', '0', '--json'],
  'webhook listen': ['--port', '0', '--json'],
}

/** Every suggestion that was run. */
export const tried = new Set<string>()

/** Runs a command, then each that it suggests; gives those with their exit codes. */
export async function suggested(
  args: readonly string[],
  { host, fill }: Setting,
  until?: RegExp,
): Promise<string[]> {
  const { stderr } = await runCommand(args, { host, ...(until && { until }) })
  const ends: string[] = []
  for (const words of suggestedIn(stderr, fill)) {
    const more = ANY_PORT[words.slice(0, 2).join(' ')] ?? []
    const port = more.length > 0 && words.includes('--port') ? words.indexOf('--port') : words.length
    const run = await runCommand([...words.toSpliced(port, 2), ...more], {
      host,
      until: /listening|Ctrl-C|"baseUrl"/,
    })
    const known = words.map(word => (word.includes('127.0.0.1') ? 'ADDRESS' : word))
    tried.add(words.join(' '))
    ends.push(`${known.join(' ')} → ${run.code}`)
  }
  return ends
}
