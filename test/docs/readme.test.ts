/**
 * What the documentation says is true: the README's shell examples run as they stand against a sandbox,
 * what it says of other command lines exists, its links lead somewhere, its generated parts are up to date.
 */

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Machine } from '../support/pixctl.ts'
import { anchors, read, root } from './pages.ts'

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })]

/** The fenced blocks of a page, with the info string that says what they are. */
function blocks(page: string): { info: string; text: string }[] {
  const found = read(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)
  return [...found].map(([, info, text]) => ({ info: info!, text: text! }))
}

/** The words after `pixctl` on each line of the page's blocks of commands. */
function commandLines(page: string): string[] {
  return blocks(page)
    .filter(({ info }) => info === 'sh' || info === 'console')
    .flatMap(({ text }) =>
      [...text.matchAll(/(?:^|[\s(])pixctl ([^|)<>&;#\n]*)/g)].map(match => match[1]!.trim()),
    )
}

describe('the shell examples of the README', () => {
  const machine = new Machine()
  const examples = blocks('README.md').filter(({ info }) => info === 'sh')
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

  const hasJq = spawnSync('jq', ['--version']).status === 0
  if (!hasJq) process.stderr.write('readme.test.ts: no jq on this machine, its examples are skipped\n')

  it('are there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(8)
  })

  it.for(examples)('$text', async ({ text }, { skip }) => {
    skip(!hasJq && /\bjq\b/.test(text), 'it needs jq')
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

  it.each(['README.md', 'CONTRIBUTING.md', 'docs/commands.md', 'docs/architecture.md'])(
    'of %s exist',
    page => {
      for (const line of commandLines(page)) {
        const words = line.split(/\s+/)
        const id = [3, 2, 1].map(length => words.slice(0, length).join(':')).find(each => aliases.has(each))
        expect(id, `a command begins: ${line}`).toBeDefined()
        const flags = Object.values<{ name: string; char?: string }>(commands[aliases.get(id!)!].flags)
        const known = flags.flatMap(({ name, char }) => [`--${name}`, `-${char}`])
        for (const flag of words.filter(word => /^--?[a-z]/.test(word))) {
          expect(known, `a flag in: ${line}`).toContain(flag)
        }
      }
    },
  )
})

describe('the pages', () => {
  it.each(pages)('%s links to what is there', page => {
    const text = read(page).replace(/^```[\s\S]*?^```$/gm, '')
    for (const [, target] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (/^https:/.test(target!)) continue
      const [file, anchor] = target!.split('#')
      const path = file === '' ? page : join(dirname(page), file!)
      expect(existsSync(join(root, path)), `${page}: ${target}`).toBe(true)
      if (anchor) expect(anchors(path), `${page}: ${target}`).toContain(anchor)
    }
  })

  it('hold what npm run generate makes of the code', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/reference.ts', '--check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
