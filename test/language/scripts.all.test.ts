/** What scripts read is the same in both languages, byte by byte: stdout, exit codes, and what is JSON on stderr. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMMANDS } from '#cli/dispatch/commands.ts'
import { exampleArgs } from '../support/examples.ts'
import { type Run, wordsOf } from '../support/pixctl.ts'
import { runCommand } from '../support/run.ts'
import { deliver } from '../support/shared-inbox.ts'
import { volume } from '../support/volume.ts'
import { CASES, type Case } from './cases.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Runs a command in a language. One after the other: the language belongs to the whole process. */
async function run(id: string, { args, env, input, until, delivers }: Case, lang: string): Promise<Run> {
  const words = typeof args === 'function' ? await args(world) : args
  const host = world.machine.host({
    env: { ...env, PIXCTL_LANG: lang },
    input: input === 'KEY' ? world.sandbox.apiKey : (input ?? ''),
  })
  let delivered = false
  return runCommand([...id.split(':'), ...words], {
    host,
    ...(until && { until }),
    onOutput: text => {
      const url = delivers && !delivered && /^(?:listening on|escutando em) (\S+)$/m.exec(wordsOf(text))?.[1]
      if (!url) return
      delivered = true
      void deliver(url, `scripts_${world.next()}`)
    },
  })
}

/** What is made anew by each run, and which ids, times and ports it has. */
const NEW: [RegExp, string][] = [
  [/\b0002\d{2}[^"\t\n,;]+/g, 'PIX'],
  [/data:image\/png;base64,[\w+/=]+/g, 'PNG'],
  [/pixctl_test_(evt|dlv|pay)_\w+/g, 'pixctl_test_$1_ID'],
  [/(?<=…)\w{4}\b/g, 'HINT'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID'],
  [/\b(service_live|service_ws|whsec)_\w+/g, '$1_SECRET'],
  [/\b(pay|dep|evt|dlv|key|whk|we|flt|store|str|rt)_\w+/g, '$1_ID'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
  [/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/g, 'LOCAL TIME'],
  [/login=[\w-]+/g, 'login=CODE'],
  [/127\.0\.0\.1:\d+/g, 'ADDRESS'],
  [/branch-\d+|(?<=ADDRESS\/)e?\d+/g, 'NUMBER'],
  [/90071992547\d+/g, 'SEQUENCE'],
  [/[\d.]+ ([kMG]?B|ms|s at the slowest)\b/g, 'N $1'],
  [/(?<=the oldest for )\d+ s\b/g, 'N s'],
]

/** What scripts read of a run. With --json and in logs that is stderr too, but warnings stay sentences. */
function forScripts({ stdout, stderr, code }: Run, { hide = [], describes }: Case) {
  const steady = (text: string) => {
    const known = NEW.reduce((all, [what, name]) => all.replaceAll(what, name), text)
    return hide.reduce((all, what) => all.replaceAll(what, 'HIDDEN'), known)
  }
  const lines = stderr.split('\n').filter(line => line.startsWith('{'))
  if (describes) return { lines: stdout.split('\n').length, code, json: [] }
  return { stdout: steady(stdout), code, json: lines.map(steady) }
}

/** Errors that each command has. */
const OF_ALL: Case[] = [{ args: ['--nonsense', '--json'] }, { args: ['--timeout', 'x', '--json'] }]

/** What a command without cases of its own is run with. */
const ofExample = (id: string): Case[] =>
  [[], ['--json']].map(more => ({ args: [...exampleArgs(id), ...more] }))

it.each(Object.keys(COMMANDS))('%s says the same to scripts in both languages', async id => {
  const cases = [...(CASES[id] ?? ofExample(id)), ...OF_ALL]
  for (const [index, example] of cases.slice(0, volume(cases.length, 2)).entries()) {
    const en = await run(id, example, 'en')
    const pt = await run(id, example, 'pt-BR')
    expect(forScripts(pt, example), `case ${index}: ${pt.stderr}`).toEqual(forScripts(en, example))
    // Or the case shows nothing.
    expect(en.stdout + en.stderr).not.toBe('')
  }
})
