import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CodeCache } from '../../src/app/code-cache.ts'

const uid = process.getuid?.()
let place: string
let folder: string
let program: string

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'pixctl-code-cache-'))
  folder = join(place, 'cache', 'code')
  program = join(place, 'program.cjs')
  writeFileSync(program, "exports.part = require('./part.cjs'); exports.again = require('./part.cjs')")
  writeFileSync(join(place, 'part.cjs'), "module.exports = { sep: require('node:path').sep }")
})

afterEach(() => rmSync(place, { recursive: true, force: true }))

function open(options: Partial<ConstructorParameters<typeof CodeCache>[0]> = {}): CodeCache {
  return new CodeCache({ folder, key: 'balance', uid, require: createRequire(import.meta.url), ...options })
}

/** A run from its start to its end. */
function run(options?: Parameters<typeof open>[0]): { part: object; again: object } {
  const cache = open(options)
  const exported = cache.load(program) as { part: object; again: object }
  cache.save()
  return exported
}

const saved = () => join(folder, 'balance-program.cjs.bin')
const inode = () => statSync(saved()).ino

describe('the code cache', () => {
  it('loads files, each once, and what they require of Node', () => {
    const { part, again } = run()
    expect(part).toEqual({ sep: '/' })
    expect(again).toBe(part)
  })

  it('keeps a file for each of them, for this user alone', () => {
    run()
    expect(readdirSync(folder).sort()).toEqual(['balance-part.cjs.bin', 'balance-program.cjs.bin'])
    expect(statSync(saved()).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('uses what it kept, and leaves it as it is', () => {
    run()
    const before = inode()
    expect(run().part).toEqual({ sep: '/' })
    expect(inode()).toBe(before)
  })

  it.each([
    ['damaged', (path: string) => flip(path, 64)],
    ['damaged in its checksum', (path: string) => flip(path, statSync(path).size - 1)],
    ['cut short', (path: string) => truncateSync(path, 100)],
    ['empty', (path: string) => truncateSync(path, 0)],
    ['shorter than a checksum', (path: string) => truncateSync(path, 3)],
  ])('replaces one that is %s', (_how, harm) => {
    run()
    const whole = inode()
    harm(saved())
    expect(run().part).toEqual({ sep: '/' })
    expect(inode()).not.toBe(whole)
    const mended = inode()
    run()
    expect(inode()).toBe(mended)
  })

  it('replaces one that was made of another source', () => {
    run()
    const before = inode()
    writeFileSync(program, "exports.part = 'another program'")
    expect(run().part).toBe('another program')
    expect(inode()).not.toBe(before)
  })

  it.skipIf(uid === undefined)('neither reads nor writes where others may write', () => {
    run()
    chmodSync(folder, 0o777)
    rmSync(saved())
    expect(run().part).toEqual({ sep: '/' })
    expect(readdirSync(folder)).toEqual(['balance-part.cjs.bin'])
  })

  it.skipIf(uid === undefined)("neither reads nor writes in another user's folder", () => {
    run()
    rmSync(saved())
    expect(run({ uid: uid! + 1 }).part).toEqual({ sep: '/' })
    expect(readdirSync(folder)).toEqual(['balance-part.cjs.bin'])
  })

  it('does without where nothing can be kept', () => {
    writeFileSync(join(place, 'cache'), 'a file in the way')
    expect(run().part).toEqual({ sep: '/' })
  })
})

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = bytes[at]! ^ 0xff
  writeFileSync(path, bytes)
}
