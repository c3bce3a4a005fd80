/**
 * What the documentation says is true: command lines exist, links lead somewhere and to what npm ships, the messages
 * explained are those of the code, the generated parts are up to date. examples.all.test.ts runs the shell examples.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HELP_TOPICS } from '#cli/dispatch/help/topics/topics.ts'
import { runsAll } from '../support/volume.ts'
import { anchors, blocks, guide, portuguese, read, root } from './pages.ts'

const top = ['README.md', 'README.pt-BR.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
const pages = [...top, ...globSync('docs/**/*.md', { cwd: root })]

/** The words after `pixctl` on each line of the page's blocks of commands, and in the cells of its tables. */
function commandLines(page: string): string[] {
  const inBlocks = blocks(page)
    .filter(({ info }) => ['sh', 'bash', 'console'].includes(info))
    .flatMap(({ text }) => [...text.matchAll(/(?:^|[\s(])pixctl ([^|)<>&;#\n]*)/g)])
  const rows = read(page).match(/^\|.*$/gm) ?? []
  const inTables = rows.flatMap(row => [...row.matchAll(/`(?:\w+=\S+ )?pixctl ([^`]+)`/g)])
  return [...inBlocks, ...inTables].map(match => match[1]!.trim())
}

/** What stays in the repository is linked there, because the package hasn't got it. */
const REPOSITORY = `${JSON.parse(read('package.json')).homepage.split('#')[0]}/blob/main/`

/** Where the links of a page that aren't to another site lead: a path from the root, and an anchor. */
function links(page: string): { target: string; path: string; anchor: string | undefined }[] {
  const text = read(page).replace(/^```[\s\S]*?^```$/gm, '')
  return [...text.matchAll(/\]\(([^)]+)\)/g)]
    .map(([, target]) => target!)
    .filter(target => target.startsWith(REPOSITORY) || !/^https:/.test(target))
    .map(target => {
      const [file = '', anchor] = target.split('#')
      if (file.startsWith(REPOSITORY)) return { target, path: file.slice(REPOSITORY.length), anchor }
      return { target, path: file === '' ? page : join(dirname(page), file), anchor }
    })
}

it('the README of each language names every page of its guide', () => {
  expect(links('README.md').map(({ path }) => path)).toEqual(expect.arrayContaining(guide))
  expect(links('README.pt-BR.md').map(({ path }) => path)).toEqual(expect.arrayContaining(portuguese))
})

it('the pages in Portuguese have the examples and the sections of the pages in English', () => {
  const shape = (page: string) => [...blocks(page).map(({ info }) => info), anchors(page).length]
  for (const page of portuguese) expect(shape(page), page).toEqual(shape(join('docs/guide', basename(page))))
})

describe('the command lines of the documentation', () => {
  const { commands } = JSON.parse(read('oclif.manifest.json'))
  const aliases = new Map<string, string>()
  for (const { id, aliases: others } of Object.values<{ id: string; aliases: string[] }>(commands)) {
    for (const name of [id, ...others]) aliases.set(name, id)
  }
  /** What may follow `help`. */
  const topics = ['--all', '--json', ...Object.keys(HELP_TOPICS)]

  it('exist', () => {
    const named = [
      'README.md',
      'README.pt-BR.md',
      'CONTRIBUTING.md',
      'docs/commands.md',
      'docs/architecture.md',
    ]
    for (const line of [...named, ...guide, ...portuguese].flatMap(commandLines)) {
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
  it('of the guide say what a reader needs, without a link to the decisions', () => {
    const linked = [...guide, ...portuguese].flatMap(page => links(page).map(({ path }) => ({ page, path })))
    expect(linked.filter(({ path }) => path.startsWith('docs/decisions'))).toEqual([])
  })

  it('name the files of this version; npm version writes it', () => {
    const { version } = JSON.parse(read('package.json'))
    const named = pages
      .filter(page => page !== 'CHANGELOG.md')
      .flatMap(page => [...read(page).matchAll(/pixctl[-_]\d+\.\d+\.\d+/g)].map(([name]) => ({ page, name })))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(({ name }) => name.slice('pixctl-'.length) !== version)).toEqual([])
  })

  it('link to what is there', () => {
    for (const page of pages) {
      for (const { target, path, anchor } of links(page)) {
        expect(existsSync(join(root, path)), `${page}: ${target}`).toBe(true)
        if (anchor) expect(anchors(path), `${page}: ${target}`).toContain(anchor)
      }
    }
  })

  it.runIf(runsAll)('that npm ships link to what npm ships', () => {
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
    })
    // npm 12 prints an object by name, npm 11 an array.
    const [packed] = Object.values<{ files: { path: string }[] }>(JSON.parse(stdout))
    const shipped = packed!.files.map(({ path }) => path)
    expect(shipped).toEqual(expect.arrayContaining(['README.md', ...guide, ...portuguese]))
    const dead = shipped
      .filter(file => file.endsWith('.md') && !file.startsWith('node_modules/'))
      .flatMap(page => links(page).map(({ path, target }) => ({ page, path, target })))
      // The pictures would make up most of the package; npm's page takes them from the repository.
      .filter(
        ({ target, path }) => !target.startsWith(REPOSITORY) && !/^docs\/images\/.*\.(png|svg)$/.test(path),
      )
      .filter(({ path }) => !shipped.includes(path))
    expect(dead).toEqual([])
    const forContributors = /^docs\/(images|decisions|recording-|performance|scale|releasing)/
    expect(shipped.filter(file => forContributors.test(file))).toEqual([])
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
