/** The shell examples of the README and the guide, those marked `sh`, run as they stand, against a sandbox. */

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Machine } from '../support/pixctl.ts'
import { blocks, guide, portuguese, root } from './pages.ts'

const machine = new Machine()
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
  process.stderr.write(`no ${tool} on this machine: the examples with it are skipped\n`)
}

/** The examples of a page that this machine can run. */
const examplesOf = (page: string) =>
  blocks(page)
    .filter(({ info }) => info === 'sh')
    .map(({ text }) => text)
    .filter(text => !missing.some(tool => new RegExp(`\\b${tool}\\b`).test(text)))

const pages = ['README.md', 'README.pt-BR.md', ...portuguese, ...guide].filter(
  page => examplesOf(page).length > 0,
)

describe('the shell examples', () => {
  it('are in most pages', () => {
    expect(pages.length).toBeGreaterThanOrEqual(15)
  })

  it.each(pages)('of %s run without an error', { timeout: 180_000 }, async page => {
    for (const text of examplesOf(page)) {
      const run = await machine.shell(`set -eu; cd "$HOME"\n${text}`, {
        env: { PATH: `${bin}:${process.env.PATH}` },
      })
      // A command inside $( ) or in a condition may fail without ending the shell. What reconcile finds is left by other pages.
      expect(run.stderr, text).not.toMatch(/^error: (?!\d+ differences?$)/m)
      expect(run, text).toMatchObject({ code: 0 })
    }
  })
})
