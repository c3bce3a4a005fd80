/** The help in both languages: headings, wrapping, topics, and everything as JSON. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS, TOPICS } from '#cli/dispatch/commands.ts'
import { main } from '#cli/dispatch/main.ts'
import { Captured, runCommand, testHost } from '../support/run.ts'

const PORTUGUESE = { LC_ALL: 'pt_BR.UTF-8' }
const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as {
  commands: Record<string, { flags: Record<string, ManifestFlag>; summary: string }>
}

interface ManifestFlag {
  name: string
  hidden?: boolean
  multiple?: boolean
  delimiter?: string
}

async function help(args: readonly string[], env: Record<string, string> = {}, columns?: number) {
  const terminal = columns === undefined ? {} : { terminal: { columns, rows: 24 } }
  const run = await runCommand(args, { host: testHost({ env: { NO_COLOR: '1', ...env }, ...terminal }) })
  expect(run).toMatchObject({ stderr: '', code: 0 })
  return run.stdout
}

const headings = (page: string) => page.match(/^\p{Lu}[\p{Lu} ]+$/gmu)

it('the headings are in the language of the person', async () => {
  const args = ['charge', 'create', '--help']
  expect(headings(await help(args))).toEqual(['USAGE', 'FLAGS', 'DESCRIPTION', 'EXAMPLES', 'LEARN MORE'])
  const page = await help(args, PORTUGUESE)
  expect(headings(page)).toEqual(['USO', 'OPÇÕES', 'DESCRIÇÃO', 'EXEMPLOS', 'SAIBA MAIS'])
  expect(page).toContain('$ pixctl charge create [OPÇÕES]\n  $ pixctl charges create [OPÇÕES]\n')
  expect(headings(await help(['sandbox', '--lang', 'pt-BR']))).toContain('TÓPICOS')
})

describe('pixctl alone', () => {
  it.each([
    ['en', {}],
    ['pt-BR', PORTUGUESE],
  ])('shows the everyday commands on one screen of 80 columns and 24 rows: %s', async (_, env) => {
    const page = await help([], env, 80)
    // The last row is for the next prompt.
    expect(page.split('\n').length).toBeLessThanOrEqual(24)
    expect(await help(['--help'], env, 80)).toBe(page)
    expect(await help(['help'], env, 80)).toBe(page)
    const names = [...page.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm)].map(([, name]) => name!)
    expect(names.slice(0, 3)).toEqual(['sandbox start', 'setup', 'charge create'])
    for (const name of names.filter(each => !each.startsWith('help')))
      expect(Object.keys(COMMANDS)).toContain(name.replace(' ', ':'))
  })

  it('says how to see all, which has every command, topic and page', async () => {
    expect(await help([])).toContain('help --all')
    const all = await help(['help', '--all'])
    const pages = ['flags', 'exit-codes', 'environment', 'formatting'].map(name => `help ${name}`)
    for (const name of [
      ...[...Object.keys(COMMANDS), ...TOPICS].map(id => id.replaceAll(':', ' ')),
      ...pages,
    ])
      expect(all).toMatch(new RegExp(`^ {2}${name}(  |$)`, 'm'))
  })
})

describe('the flags that every command takes', () => {
  it('are on a page of their own, which the help of each command names in a line', async () => {
    const flags = await help(['help', 'flags'])
    for (const flag of ['-p, --profile', '--base-url', '--json', '--lang', '--no-input', '[default: 60]'])
      expect(flags).toContain(flag)
    for (const id of Object.keys(COMMANDS)) {
      const page = await help([...id.split(':'), '--help'])
      expect(page, id).toContain('and the flags of every command, such as --json: pixctl help flags\n')
      expect(page, id).not.toContain('--no-color')
    }
  })
})

describe('in a pipe', () => {
  it.each([
    [50, 50],
    [undefined, 80],
    [200, 100],
  ])('a terminal of %s columns on stderr gives lines of at most %s', async (columns, most) => {
    const [stdout, stderr] = [new Captured(), new Captured()]
    if (columns !== undefined) Object.assign(stderr, { isTTY: true, columns, rows: 24 })
    const signal = new AbortController().signal
    expect(await main({ ...testHost(), argv: ['charge', 'create', '--help'], stdout, stderr, signal })).toBe(
      0,
    )
    const longest = Math.max(...stdout.text.split('\n').map(line => line.length))
    expect(longest).toBeLessThanOrEqual(most)
    expect(longest).toBeGreaterThan(most - 15)
  })
})

describe.each([40, 80, 100])('in %i columns', columns => {
  const pages = [
    [],
    ...[...Object.keys(COMMANDS), ...TOPICS].map(id => id.split(':')),
    ...['flags', 'exit-codes', 'environment', 'formatting', '--all'].map(topic => [topic]),
  ]

  it.each([
    ['en', {}],
    ['pt-BR', PORTUGUESE],
  ])('no line is longer: %s', async (_language, env) => {
    for (const words of pages) {
      const page = await help(['help', ...words], env, columns)
      // A quoted argument of an example is one word, and so is a long path, after which the command goes on.
      const isWords = (line: string) =>
        line
          .replace(/ \\$/, '')
          .trim()
          .replace(/^'[^']+'$/, '')
          .includes(' ')
      const tooLong = page.split('\n').filter(line => line.length > columns && isWords(line))
      expect(tooLong, words.join(' ')).toEqual([])
    }
  })
})

describe('help TOPIC', () => {
  it('exit-codes has the codes of the contract', async () => {
    const codes = [...(await help(['help', 'exit-codes'])).matchAll(/^ {2}(\d+) /gm)].map(([, code]) =>
      Number(code),
    )
    expect(codes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 130, 143])
  })

  it('environment has every variable of pixctl that the sources read', async () => {
    const page = await help(['help', 'environment'])
    const sources = globSync('src/{cli,credentials,state,inbox,lib,api}/**/*.ts', { cwd: root })
    const read = sources
      .map(file => readFileSync(join(root, file), 'utf8'))
      .flatMap(text => text.match(/\bPIXCTL_[A-Z]+(?:_[A-Z]+)*\b/g) ?? [])
    expect(new Set(read).size).toBeGreaterThan(8)
    for (const name of new Set(read)) expect(page).toContain(name)
  })
})

it('a flag that takes several values takes them with commas too', () => {
  // A value of these may contain a comma.
  const other = ['forward-header', 'forward-to', 'set']
  const flags = Object.values(manifest.commands).flatMap(command => Object.values(command.flags))
  const several = flags.filter(({ name, multiple }) => multiple && !other.includes(name))
  expect(several.length).toBeGreaterThan(3)
  for (const { name, delimiter } of several) expect(delimiter, name).toBe(',')
})

describe('help --json', () => {
  it.each([
    ['charge create', 'validity', ['30m', '1h', '6h', '1d', '2d', '7d'], '30m'],
    ['charge create', 'from', null, null],
    ['charges list', 'rate-limit', ['off'], '100'],
    ['charges list', 'csv-style', ['rfc4180', 'excel-br'], 'rfc4180'],
    ['webhook listen', 'forward-timeout', null, '15s'],
    ['charges list', 'limit', null, '50'],
    ['status', 'timeout', null, '60'],
  ])('has the choices and the default of %s --%s', async (command, name, choices, value) => {
    const { commands } = JSON.parse(await help(['help', ...command.split(' '), '--json'])) as {
      commands: { command: string; flags: { name: string; choices: unknown; default: unknown }[] }[]
    }
    const flag = commands.find(each => each.command === command)!.flags.find(each => each.name === name)
    expect(flag).toMatchObject({ choices, default: value })
  })

  it('has every command, and is the same in every language', async () => {
    const text = await help(['help', '--json'])
    expect(await help(['--json', 'help'], PORTUGUESE)).toBe(text)
    const { commands, topics } = JSON.parse(text)
    const ids = (commands as { command: string }[]).map(({ command }) => command.replaceAll(' ', ':'))
    expect(ids.toSorted()).toEqual(Object.keys(COMMANDS).toSorted())
    expect(topics).toContainEqual({ topic: 'auth', description: 'log in and manage profiles' })
  })

  it('is refused for a page to read, with what to do', async () => {
    const { code, stdout, stderr } = await runCommand(['help', 'exit-codes', '--json'], { host: testHost() })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(JSON.parse(stderr).error).toBe(
      'help exit-codes is a page to read, not JSON; leave --json out; help --json describes all commands',
    )
  })

  it('has all that is to be known of a command', async () => {
    const { commands } = JSON.parse(await help(['help', 'auth', 'login', '--json']))
    expect(commands).toMatchObject([
      {
        ...{
          command: 'auth login',
          aliases: [],
          arguments: [],
          schemas: ['contract/output/auth-login.json'],
        },
        examples: expect.arrayContaining([expect.stringMatching(/^pixctl auth login/)]),
      },
    ])
    const [{ flags }] = commands
    expect(flags).toContainEqual({
      ...{ name: 'kind', short: null, description: 'which secret to store', value: 'VALUE' },
      ...{ choices: ['api-key', 'ws-token', 'webhook-secret', 'inbox-url'], default: 'api-key' },
      ...{ required: false, multiple: false, with: null, global: false },
    })
    expect(flags.find(({ name }: { name: string }) => name === 'profile')).toMatchObject({
      short: 'p',
      value: 'NAME',
      global: true,
    })
  })
})
