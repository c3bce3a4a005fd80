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
import { CodeCache } from '#cli/host/code-cache.ts'

const uid = process.geteuid?.()
const BUILD = '0123456789abcdef'
let place: string
let home: string
let folder: string
let program: string

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'pixctl-code-cache-'))
  home = join(place, 'cache')
  folder = join(home, 'code')
  program = join(place, 'program.cjs')
  writeFileSync(program, "exports.part = require('./part.cjs'); exports.again = require('./part.cjs')")
  writeFileSync(join(place, 'part.cjs'), "module.exports = { sep: require('node:path').sep }")
})

afterEach(() => rmSync(place, { recursive: true, force: true }))

function open(options: Partial<ConstructorParameters<typeof CodeCache>[0]> = {}): CodeCache {
  const require = createRequire(import.meta.url)
  return new CodeCache({ home, build: BUILD, key: 'balance', require, ...options })
}

/** A run from its start to its end. */
function run(options?: Parameters<typeof open>[0]): { part: object; again: object } {
  const cache = open(options)
  const exported = cache.load(program) as { part: object; again: object }
  cache.save()
  return exported
}

/** Another source, which V8 takes for the one it was, by its length. */
function changeProgram(): void {
  const { length } = readFileSync(program)
  writeFileSync(program, "exports.part = 'as it is now'".padEnd(length))
}

const saved = () => join(folder, 'balance-program.cjs.bin')
const inode = () => statSync(saved()).ino

describe('the code cache', () => {
  it("loads each file once, and Node's own modules", () => {
    const { part, again } = run()
    expect(part).toEqual({ sep: '/' })
    expect(again).toBe(part)
  })

  it('keeps a file for each of them, only for this user', () => {
    run()
    expect(readdirSync(folder).sort()).toEqual(['balance-part.cjs.bin', 'balance-program.cjs.bin'])
    expect(statSync(saved()).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it.each([
    ['damaged', (path: string) => flip(path, 64)],
    ['cut short', (path: string) => truncateSync(path, 100)],
    ['shorter than a checksum', (path: string) => truncateSync(path, 3)],
  ])('replaces a kept file that is %s', (_how, harm) => {
    run()
    const whole = inode()
    harm(saved())
    expect(run().part).toEqual({ sep: '/' })
    expect(inode()).not.toBe(whole)
    const mended = inode()
    run()
    expect(inode()).toBe(mended)
  })

  it.skipIf(uid === undefined).each([
    ['its folder', 0o770, () => folder],
    ['the cache folder', 0o702, () => home],
  ])('neither reads nor writes when others can write to %s (%o)', (_name, mode, where) => {
    run()
    const before = inode()
    chmodSync(where(), mode)
    changeProgram()
    expect(run().part).toBe('as it is now')
    expect(inode()).toBe(before)
    rmSync(saved())
    run()
    expect(readdirSync(folder)).toEqual(['balance-part.cjs.bin'])
  })

  it.skipIf(uid === undefined)('replaces a file that others can write', () => {
    run()
    chmodSync(saved(), 0o620)
    const before = inode()
    expect(run().part).toEqual({ sep: '/' })
    expect(inode()).not.toBe(before)
    expect(statSync(saved()).mode & 0o777).toBe(0o600)
  })

  it('uses none of another build, although V8 would accept it, and replaces it', () => {
    run()
    const before = inode()
    run({ build: 'fedcba9876543210' })
    expect(inode()).not.toBe(before)
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it.each([
    ['is a file', () => home],
    ['is missing in a folder that is missing', () => join(home, 'pixctl')],
  ])('works when nothing can be kept: its folder %s', (how, where) => {
    if (how.endsWith('a file')) writeFileSync(home, 'a file in the way')
    expect(run({ home: where() }).part).toEqual({ sep: '/' })
  })
})

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = bytes[at]! ^ 0xff
  writeFileSync(path, bytes)
}
