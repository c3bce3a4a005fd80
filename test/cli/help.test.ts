/** The help in both languages: headings, wrapping, topics, and everything as JSON. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS, TOPICS } from '#cli/dispatch/commands.ts'
import { shownName } from '#cli/dispatch/help/manual.ts'
import { inLanguage } from '#lib/language.ts'
import { runCommand, testHost } from '../support/run.ts'

const PORTUGUESE = { LC_ALL: 'pt_BR.UTF-8' }
const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as {
  commands: Record<string, { flags: Record<string, { hidden?: boolean }>; summary: string }>
}

async function help(args: readonly string[], env: Record<string, string> = {}, columns?: number) {
  const terminal = columns === undefined ? {} : { terminal: { columns, rows: 24 } }
  const run = await runCommand(args, { host: testHost({ env: { NO_COLOR: '1', ...env }, ...terminal }) })
  expect(run).toMatchObject({ stderr: '', code: 0 })
  return run.stdout
}

const headings = (page: string) => page.match(/^\p{Lu}[\p{Lu} ]+$/gmu)

it.each([
  [['charge', 'recover'], 'charge recover CHAVE'],
  [['auth', 'login'], 'auth login < chave.txt'],
  [['auth', 'use'], 'auth use loja2'],
  [['webhook', 'check'], 'https://loja.example/pix'],
  [['charges', 'get'], '--qr codigo.png'],
])('the examples of %j have Portuguese names', async (command, example) => {
  expect(await help([...command, '--help'], PORTUGUESE)).toContain(example)
})

describe('the headings', () => {
  it('of a command are in the language of the person', async () => {
    const args = ['charge', 'create', '--help']
    expect(headings(await help(args))).toEqual([
      'USAGE',
      'FLAGS',
      'GLOBAL FLAGS',
      'DESCRIPTION',
      'ALIASES',
      'EXAMPLES',
    ])
    const page = await help(args, PORTUGUESE)
    expect(headings(page)).toEqual([
      'USO',
      'OPÇÕES',
      'OPÇÕES GLOBAIS',
      'DESCRIÇÃO',
      'OUTROS NOMES',
      'EXEMPLOS',
    ])
    expect(page).toContain('[padrão: 60]')
    expect(page).toContain('$ pixctl charge create [OPÇÕES]')
    expect(await help(['charge', 'confirm', '--help'], PORTUGUESE)).toMatch(
      /--amount=10,50 +\(obrigatória\) /,
    )
  })

  it('of pixctl and of a topic too', async () => {
    expect(headings(await help([], PORTUGUESE))).toEqual([
      'VERSÃO',
      'USO',
      'COMECE AQUI',
      'TÓPICOS',
      'COMANDOS',
      'MAIS',
    ])
    expect(await help([], PORTUGUESE)).toContain('--profile loja --base-url https://ENDERECO/api/v1')
    expect(headings(await help(['sandbox', '--lang', 'pt-BR']))).toEqual(['USO', 'TÓPICOS', 'COMANDOS'])
    expect(headings(await help(['sandbox']))).toEqual(['USAGE', 'TOPICS', 'COMMANDS'])
  })
})

it('begins with what to try: the sandbox in two commands, a login, a charge', async () => {
  const page = await help([])
  const commands = [...page.matchAll(/^ {2}\$ pixctl (\w+ \w+)/gm)].map(([, words]) => words)
  expect(commands).toEqual(['sandbox start', 'charge create', 'auth login', 'auth use', 'charge create'])
  expect(await help(['--help'])).toBe(page)
  expect(await help(['--lang', 'en'])).toBe(page)
})

describe.each([40, 80, 100])('in %i columns', columns => {
  const pages = [
    [],
    ...[...Object.keys(COMMANDS), ...TOPICS].map(id => id.split(':')),
    ...['exit-codes', 'environment', 'formatting'].map(topic => [topic]),
  ]

  it.each([
    ['en', {}],
    ['pt-BR', PORTUGUESE],
  ])('no line is longer: %s', async (_language, env) => {
    for (const words of pages) {
      const page = await help(['help', ...words], env, columns)
      // An example is to be copied, so it stays a line.
      const tooLong = page
        .split('\n')
        .filter(line => line.length > columns && line.trim().includes(' ') && !line.startsWith('  $ '))
      expect(tooLong, words.join(' ')).toEqual([])
    }
  })
})

it('is broken only between words', async () => {
  const args = ['webhook', 'listen', '--help']
  expect((await help(args, {}, 40)).split(/\s+/)).toEqual((await help(args)).split(/\s+/))
})

it('of a command never says its summary again', async () => {
  for (const [id, { summary }] of Object.entries(manifest.commands)) {
    const page = (await help([...id.split(':'), '--help'])).replaceAll(/\s+/g, ' ')
    expect(page.split(`${summary} `), id).toHaveLength(2)
  }
})

describe('help TOPIC', () => {
  it('exit-codes has the codes of the contract', async () => {
    for (const env of [{}, PORTUGUESE]) {
      const page = await help(['help', 'exit-codes'], env)
      const codes = [...page.matchAll(/^ {2}(\d+) /gm)].map(([, code]) => Number(code))
      expect(codes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 130, 143])
    }
    expect(await help(['help', 'exit-codes'], PORTUGUESE)).toContain('4    sem permissão (403)')
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

  it('formatting says how a duration is written', async () => {
    expect(await help(['help', 'formatting'])).toMatch(/DURATION +90s, 30m, 1h or 2d/)
    expect(await help(['help', 'formatting'], PORTUGUESE)).toMatch(/DURAÇÃO +90s, 30m, 1h ou 2d/)
  })

  it('that is unknown is exit 2', async () => {
    expect(await runCommand(['help', 'exit'])).toMatchObject({ stdout: '', code: 2 })
  })
})

describe('the names of values', () => {
  it('are in the language of the person, also in usage lines', async () => {
    const page = await help(['webhook', 'listen', '--help'], PORTUGUESE)
    for (const flag of [
      "--forward-header='K: V'|'K: @ARQUIVO'",
      '--forward-timeout=DURAÇÃO',
      '--path=/CAMINHO',
      '--inspect=[PORTA]',
      '--tolerance=SEGUNDOS',
    ]) {
      expect(page).toContain(flag)
    }
    expect(page).not.toMatch(/=\S*(DURATION|FILE|PATH|NAME|PORT\b|SECONDS|TIME|TEXT)/)
    expect(await help(['auth', 'use', '--help'], PORTUGUESE)).toContain('$ pixctl auth use PERFIL [OPÇÕES]')
    expect(await help(['auth', 'use', '--help'])).toContain('$ pixctl auth use PROFILE [FLAGS]')
    expect(await help(['webhook', 'show', '--help'], PORTUGUESE)).toContain(
      '$ pixctl webhook show ENTREGA --body',
    )
    expect(await help(['webhook', 'show', '--help'])).toContain('$ pixctl webhook show DELIVERY --body')
  })

  it('are all translated', async () => {
    const { commands } = JSON.parse(await help(['help', '--json'])) as {
      commands: { arguments: { name: string }[]; flags: { value: string | null }[] }[]
    }
    const names = commands.flatMap(each => [
      ...each.arguments.map(({ name }) => name),
      ...each.flags.map(({ value }) => value ?? ''),
    ])
    const words = new Set(names.flatMap(name => name.match(/[A-Z]{2,}/g) ?? []))
    // These are the same in Portuguese, or names of the service.
    const same = new Set(['BR', 'HOST', 'ID', 'SHELL', 'STATUS', 'URL', 'UUID'])
    for (const word of words) {
      if (!same.has(word))
        expect(
          inLanguage('pt-BR', () => shownName(word)),
          word,
        ).not.toBe(word)
    }
  })
})

describe('help --json', () => {
  it.each([
    ['charge create', 'validity', ['30m', '1h', '6h', '1d', '2d', '7d'], '30m'],
    ['charge create', 'qr', ['terminal', 'open', 'none'], null],
    ['charge create', 'from', null, null],
    ['charge create', 'parallel', null, '8'],
    ['status', 'lang', ['en', 'pt-BR'], null],
    ['charges list', 'rate-limit', ['off'], '100'],
    ['charges list', 'csv-style', ['rfc4180', 'excel-br'], 'rfc4180'],
    ['webhook listen', 'forward-timeout', null, '15s'],
    ['webhook verify', 'tolerance', null, '300'],
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
    expect(commands).toEqual([
      {
        command: 'auth login',
        aliases: [],
        summary: expect.any(String),
        description: expect.any(String),
        arguments: [],
        flags: expect.any(Array),
        examples: expect.arrayContaining([expect.stringMatching(/^pixctl auth login/)]),
      },
    ])
    const [{ flags }] = commands
    expect(flags).toContainEqual({
      name: 'kind',
      short: null,
      description: 'which secret to store',
      value: 'VALUE',
      choices: ['api-key', 'ws-token', 'webhook-secret', 'inbox-url'],
      default: 'api-key',
      required: false,
      multiple: false,
      global: false,
    })
    expect(flags.find(({ name }: { name: string }) => name === 'profile')).toMatchObject({
      short: 'p',
      value: 'NAME',
      global: true,
    })
  })

  it('of a topic has what is below it, and arguments', async () => {
    const { commands } = JSON.parse(await help(['help', 'charges', '--json']))
    const get = (commands as { command: string }[]).find(({ command }) => command === 'charges get')
    expect(get).toMatchObject({
      aliases: ['charge get'],
      arguments: [
        { name: 'ID', description: "the charge's id", required: true, multiple: false, choices: null },
      ],
    })
  })
})

it('lists the values of --validity once in the help of charge create', async () => {
  for (const env of [{}, PORTUGUESE]) {
    const page = await help(['charge', 'create', '--help'], env)
    const flags = page.slice(0, page.search(/^GLOBAL FLAGS|^OPÇÕES GLOBAIS/m))
    expect(flags).toContain('--validity=30m|1h|6h|1d|2d|7d')
    expect(flags.match(/\b6h\b/g)).toHaveLength(1)
  }
})
