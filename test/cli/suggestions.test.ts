/** The commands that a run suggests keep its flags that say where it works and with what. */

import { beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS, wordsOf } from '#cli/dispatch/commands.ts'
import { hint } from '#cli/output/hints.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { runCommand, testHost } from '../support/run.ts'
import { type Flag, flagsOf, refusedFlags, root, suggestionsOfSource } from '../support/suggested.ts'

/** What is suggested by a run whose arguments begin with its command, of so many words. */
async function suggested(step: Step, argv: readonly string[], words = 2): Promise<string> {
  return hint(step, { argv, root, flags: await flagsOf(argv.slice(0, words).join(' ')) })
}

const SHOP = ['--profile', 'shop']
const RUN = ['reconcile', ...SHOP, '--base-url', 'https://a/api/v1', '--realtime-url', 'wss://a/']

it.each([
  ['charge recover', 'pixctl charge recover --profile shop --base-url https://a/api/v1'],
  ['charge list', 'pixctl charge list --profile shop --base-url https://a/api/v1'],
  ['events tail', 'pixctl events tail --profile shop --base-url https://a/api/v1 --realtime-url wss://a/'],
  ['sandbox pay', 'pixctl sandbox pay --profile shop'],
])('%s keeps the flags of the run that it takes', async (command, line) => {
  expect(await suggested(suggest(command), RUN, 1)).toBe(line)
  expect(await suggested(suggest(command, { profile: 'none' }), RUN, 1)).toBe(`pixctl ${command}`)
})

describe('every suggestion, in every run', () => {
  const EXAMPLES: Readonly<Record<string, string>> = {
    inbox: 'postgres://u@h/d',
    'forward-header': 'X-Key:@file',
  }
  const runs = Object.keys(COMMANDS).map(wordsOf)
  const flags = new Map<string, Record<string, Flag>>()
  beforeAll(async () => {
    for (const command of runs) flags.set(command, await flagsOf(command))
  })

  /** The arguments of a run with all its flags that suggestions repeat. */
  const everyFlag = (command: string) =>
    Object.entries(flags.get(command)!)
      .filter(([, { kept }]) => kept)
      .flatMap(([name, { type }]) => [`--${name}`, ...(type === 'boolean' ? [] : [EXAMPLES[name] ?? 'x'])])

  it('is read by the command that it suggests, whatever flags the run has', async () => {
    const suggestions = [...suggestionsOfSource(), ...runs.map(command => suggest(command))]
    const known = suggestions.filter(({ command }) => flags.has(command))
    const others = suggestions.filter(({ command }) => command !== '' && !flags.has(command))
    expect(others.map(({ command }) => command)).toEqual([])
    expect(known.length).toBeGreaterThan(runs.length + 80)
    const lines = new Map<string, string>()
    for (const run of runs) {
      const argv = [...run.split(' '), ...everyFlag(run)]
      for (const step of known) {
        lines.set(hint({ ...step, args: [] }, { argv, root, flags: flags.get(run)! }), step.command)
      }
    }
    const refused: string[] = []
    for (const [line, command] of lines) {
      const why = await refusedFlags(
        command,
        line.slice(`pixctl ${command}`.length).split(' ').filter(Boolean),
      )
      if (why) refused.push(`${line}: ${why}`)
    }
    expect(refused).toEqual([])
  })

  it('has each of these flags that the run and the suggested command take', () => {
    const missing: string[] = []
    for (const run of runs) {
      const argv = [...run.split(' '), ...everyFlag(run)]
      for (const command of runs) {
        const line = hint(suggest(command), { argv, root, flags: flags.get(run)! })
        for (const [name, { kept }] of Object.entries(flags.get(run)!)) {
          const same = flags.get(command)![name]
          const isWhole = (same?.dependsOn ?? []).every(other => line.includes(`--${other} `))
          if (kept && same && isWhole && !line.includes(`--${name}`)) missing.push(`${run}: ${line}: ${name}`)
        }
      }
    }
    expect(missing).toEqual([])
  })
})

it.each([
  suggest('webhook deliveries', { flags: { rejected: true } }),
  suggest('webhook show', { args: ['rejected_1'] }),
])('refused deliveries are in no inbox: %j', async step => {
  expect(await suggested(step, ['webhook', 'listen', '--inbox', 'postgres://u@h/d'])).not.toContain('--inbox')
})

it('a suggested command may replace flags of the run by others', async () => {
  const own = suggest('auth login', { flags: { profile: 'NAME' } })
  expect(await suggested(own, ['balance', ...SHOP], 1)).toBe('pixctl auth login --profile NAME')
})

it('a suggestion keeps the flags of all commands where the manifest can\u2019t be read', () => {
  expect(hint(suggest('balance'), { argv: SHOP, root: '/nowhere' })).toBe('pixctl balance --profile shop')
})

describe('a listener that forwards', () => {
  const listen = (...flags: string[]) => ['webhook', 'listen', '--forward-to', '3000/pix', ...flags]
  const check = suggest('webhook check', { args: ['https://shop:8443/pix'] })

  it.each([
    ['Authorization: Bearer hunter2', "'Authorization: \u2026'"],
    ['X-Key:hunter2', "'X-Key: \u2026'"],
    ['X-Key: user@hunter2', "'X-Key: \u2026'"],
    ['hunter2', "' \u2026'"],
    ['X-Key:@file', 'X-Key:@file'],
  ])('never repeats the value of the header %j', async (header, shown) => {
    expect(await suggested(check, listen('--forward-header', header))).toBe(
      `pixctl webhook check https://shop:8443/pix --forward-header ${shown}`,
    )
  })

  it('repeats several headers, and one that is secret without its value', async () => {
    const argv = listen('--forward-header=A: @a', '--forward-header', 'B: b')
    expect(await suggested(check, argv)).toContain(" --forward-header 'A: @a' --forward-header 'B: \u2026'")
  })
})

it('the query of a target, which may be a token, is not repeated', async () => {
  const argv = ['events', 'tail', '--forward-to', 'https://a/pix?token=hunter2', '--forward-insecure']
  expect(await suggested(suggest('events tail'), argv)).toBe(
    "pixctl events tail --forward-to 'https://a/pix?\u2026' --forward-insecure",
  )
})

const CREATE = '  or create it: pixctl auth login --profile shop --base-url https://…/api/v1\n'

it.each([
  [['balance', ...SHOP], CREATE],
  [['balance', '-p=shop'], CREATE],
  [['balance', '--profile=my shop'], "it can't be a profile's name"],
  [['balance', '--', '--profile', 'shop'], ''],
])('%j suggests a login to its own profile', async (args, said) => {
  const { code, stderr } = await runCommand(args, { host: testHost() })
  expect(code).not.toBe(0)
  if (said.startsWith('  ')) expect(stderr).toContain(said)
  else expect(stderr).not.toContain('--profile shop')
})

it.each(['https://shop:hunter2@shop.example/api/v1', 'shop:hunter2@shop.example/api/v1'])(
  'an address with a password is not repeated: %s',
  async address => {
    const args = ['charges', 'get', 'no id', '--base-url', address]
    const { code, stderr } = await runCommand(args, { host: testHost() })
    expect(code).toBe(2)
    expect(stderr).toContain('pixctl charges list')
    expect(stderr).not.toContain('hunter2')
  },
)
