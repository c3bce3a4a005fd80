/**
 * What the documentation says is true: the shell examples of the README and the guide run as they stand against
 * a sandbox, other command lines exist, links lead somewhere and to what npm ships, the messages explained are
 * those of the code, the generated parts are up to date.
 */

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HELP_TOPICS } from '#cli/dispatch/help/topics/topics.ts'
import { Machine } from '../support/pixctl.ts'
import { anchors, read, root } from './pages.ts'

const guide = globSync('docs/guide/*.md', { cwd: root }).sort()
/** The operator's pages in Portuguese: each has the name of the one in English. */
const portuguese = globSync('docs/guide/pt-BR/*.md', { cwd: root }).sort()
const pages = [
  'README.md',
  'README.pt-BR.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]

/** The fenced blocks of a page, with the info string that says what they are. */
function blocks(page: string): { info: string; text: string }[] {
  const found = read(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)
  return [...found].map(([, info, text]) => ({ info: info!, text: text! }))
}

/** The words after `pixctl` on each line of the page's blocks of commands, and in the cells of its tables. */
function commandLines(page: string): string[] {
  const inBlocks = blocks(page)
    .filter(({ info }) => ['sh', 'bash', 'console'].includes(info))
    .flatMap(({ text }) => [...text.matchAll(/(?:^|[\s(])pixctl ([^|)<>&;#\n]*)/g)])
  const rows = read(page).match(/^\|.*$/gm) ?? []
  const inTables = rows.flatMap(row => [...row.matchAll(/`(?:\w+=\S+ )?pixctl ([^`]+)`/g)])
  return [...inBlocks, ...inTables].map(match => match[1]!.trim())
}

/** Where the links of a page that aren't to another site lead: a path from the root, and an anchor. */
function links(page: string): { target: string; path: string; anchor: string | undefined }[] {
  const text = read(page).replace(/^```[\s\S]*?^```$/gm, '')
  return [...text.matchAll(/\]\(([^)]+)\)/g)]
    .map(([, target]) => target!)
    .filter(target => !/^https:/.test(target))
    .map(target => {
      const [file, anchor] = target.split('#')
      return { target, path: file === '' ? page : join(dirname(page), file!), anchor }
    })
}

describe('the README', () => {
  const text = read('README.md')

  it('has at most 8 kB, and all its sections in its table of contents', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8192)
    const contents = text.match(/^\*\*Contents:\*\*[\s\S]*?\n\n/m)![0]
    for (const anchor of anchors('README.md').slice(1)) expect(contents).toContain(`](#${anchor})`)
  })

  it('begins with the two commands, and names every page of the guide', () => {
    const commands = blocks('README.md').map(block => block.text.trim())
    expect(commands.slice(0, 2)).toEqual(['npm ci && npm run demo', 'npm ci && npm test'])
    expect(links('README.md').map(({ path }) => path)).toEqual(expect.arrayContaining(guide))
  })
})

describe('the pages in Portuguese', () => {
  it('are all in README.pt-BR.md, and those of the operator are there', () => {
    expect(links('README.pt-BR.md').map(({ path }) => path)).toEqual(expect.arrayContaining(portuguese))
    const names = portuguese.map(page => basename(page, '.md'))
    expect(names).toEqual(
      expect.arrayContaining([
        'charges',
        'at-the-counter',
        'close-the-day',
        'charge-a-list',
        'for-the-accountant',
        'troubleshooting',
      ]),
    )
  })

  it.each(portuguese)('%s has the examples of the page in English, and its sections', page => {
    const english = join('docs/guide', basename(page))
    const shape = (each: string) => blocks(each).map(({ info }) => info)
    expect(shape(page)).toEqual(shape(english))
    expect(anchors(page).length).toBe(anchors(english).length)
  })
})

describe('the shell examples', () => {
  const machine = new Machine()
  const examples = ['README.md', 'README.pt-BR.md', ...portuguese, ...guide].flatMap(page =>
    blocks(page)
      .filter(({ info }) => info === 'sh')
      .map(({ text }) => ({ page, text })),
  )
  // xargs needs a pixctl that is a file.
  const bin = join(machine.folder, 'bin')
  let sandbox: ReturnType<Machine['start']>

  beforeAll(async () => {
    mkdirSync(bin)
    symlinkSync(join(root, 'bin/run.js'), join(bin, 'pixctl'))
    sandbox = machine.start(['sandbox', 'start', '--port', '0', '--rate-limit', 'off', '--json'])
    await once(createInterface(sandbox.stdout), 'line')
    // Lists and exports need something to show.
    expect(await machine.pixctl(['sandbox', 'seed', '20'])).toMatchObject({ code: 0 })
  })

  afterAll(async () => {
    sandbox.kill('SIGTERM')
    await once(sandbox, 'exit')
    machine[Symbol.dispose]()
  })

  const missing = ['jq', 'curl'].filter(tool => spawnSync(tool, ['--version']).status !== 0)
  for (const tool of missing) {
    process.stderr.write(`readme.test.ts: no ${tool} on this machine, its examples are skipped\n`)
  }

  it('are there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(15)
  })

  it.for(examples)('of $page: $text', async ({ text }, { skip }) => {
    const needed = missing.filter(tool => new RegExp(`\\b${tool}\\b`).test(text))
    skip(needed.length > 0, `it needs ${needed}`)
    const run = await machine.shell(`set -eu; cd "$HOME"\n${text}`, {
      env: { PATH: `${bin}:${process.env.PATH}` },
    })
    // A command inside $( ) or in a condition may fail without ending the shell.
    expect(run.stderr).not.toMatch(/^error:/m)
    expect(run).toMatchObject({ code: 0 })
  })
})

describe('the command lines of the documentation', () => {
  const { commands } = JSON.parse(read('oclif.manifest.json'))
  const aliases = new Map<string, string>()
  for (const { id, aliases: others } of Object.values<{ id: string; aliases: string[] }>(commands)) {
    for (const name of [id, ...others]) aliases.set(name, id)
  }
  /** What may follow `help`. */
  const topics = ['--json', ...Object.keys(HELP_TOPICS)]

  it.each([
    'README.md',
    'README.pt-BR.md',
    'CONTRIBUTING.md',
    'docs/commands.md',
    'docs/architecture.md',
    ...guide,
    ...portuguese,
  ])('of %s exist', page => {
    for (const line of commandLines(page)) {
      const words = line.split(/\s+/)
      if (words[0] === 'help') {
        expect(topics, line).toContain(words.slice(1).join(' '))
        continue
      }
      const id = [3, 2, 1].map(length => words.slice(0, length).join(':')).find(each => aliases.has(each))
      expect(id, `a command begins: ${line}`).toBeDefined()
      const flags = Object.values<{ name: string; char?: string }>(commands[aliases.get(id!)!].flags)
      const known = flags.flatMap(({ name, char }) => [`--${name}`, `-${char}`])
      for (const flag of words.filter(word => /^--?[a-z]/.test(word))) {
        expect(known, `a flag in: ${line}`).toContain(flag)
      }
    }
  })
})

describe('the pages', () => {
  it.each(pages)('%s links to what is there', page => {
    for (const { target, path, anchor } of links(page)) {
      expect(existsSync(join(root, path)), `${page}: ${target}`).toBe(true)
      if (anchor) expect(anchors(path), `${page}: ${target}`).toContain(anchor)
    }
  })

  it('that npm ships link to what npm ships', () => {
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
    })
    // npm 12 prints an object by name, npm 11 an array.
    const [packed] = Object.values<{ files: { path: string }[] }>(JSON.parse(stdout))
    const shipped = packed!.files.map(({ path }) => path)
    expect(shipped).toEqual(
      expect.arrayContaining(['README.md', 'docs/recording-light.svg', 'docs/recording-dark.svg', ...guide]),
    )
    const dead = shipped
      .filter(file => file.endsWith('.md') && !file.startsWith('node_modules/'))
      .flatMap(page => links(page).map(({ path }) => ({ page, path })))
      // The pictures of the web pages would make up most of the package.
      .filter(({ path }) => !shipped.includes(path) && !path.startsWith('docs/images/'))
    expect(dead).toEqual([])
    expect(shipped.filter(file => file.startsWith('docs/images/'))).toEqual([])
  })

  it.each(['docs/guide/troubleshooting.md', 'docs/guide/pt-BR/troubleshooting.md'])(
    '%s explains messages as the code has them',
    page => {
      const code = globSync('src/**/*.ts', { cwd: root })
        .map(file => read(file))
        .join('\n')
      const bold = [...read(page).matchAll(/^- \*\*([\s\S]*?)\*\*/gm)]
      const quoted = bold.flatMap(([, text]) =>
        [...text!.matchAll(/`([^`]+ [^`]+)`/g)].map(match => match[1]!),
      )
      expect(quoted.length).toBeGreaterThan(15)
      // Where the page has `…` or a number, the code has a value.
      const parts = quoted
        .filter(text => !text.startsWith('webhook '))
        .flatMap(text => text.split(/…|\b\d{3,}\b/))
      expect(parts.map(part => part.trim()).filter(part => !code.includes(part))).toEqual([])
    },
  )

  it('hold what npm run generate makes of the code', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/reference.ts', '--check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
