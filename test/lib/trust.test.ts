import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Failure } from '#lib/failure.ts'
import { readPrivate } from '#lib/files.ts'
import { english } from '#lib/language.ts'
import { checkFiles, checkFolder, distrust, type Part, trustAs } from '#lib/trust.ts'
import { temporaryFolder } from '../support/folder.ts'
import { steps } from '../support/steps.ts'
import { giveAway, STRANGER, testAsRoot } from './foreign.ts'

const ME = 1000
const firstStep = (failure: Failure) => steps(failure).split('\n')[0]
const GROUP = 100

describe('a file or folder with these permission bits', () => {
  test.each<[string, Part, { uid: number; gid?: number; mode: number }, string | null]>([
    ['the user’s own file', 'file', { uid: ME, mode: 0o100600 }, null],
    ['root’s file', 'file', { uid: 0, mode: 0o100644 }, null],
    ['another user’s file', 'file', { uid: STRANGER, mode: 0o100600 }, 'foreign'],
    ['a file that its group can write', 'file', { uid: ME, mode: 0o100660 }, 'group-writable'],
    ['a file that every user can write', 'file', { uid: ME, mode: 0o100602 }, 'writable'],
    ['a file with a sticky bit', 'file', { uid: ME, mode: 0o101666 }, 'writable'],
    ['the user’s own folder', 'folder', { uid: ME, mode: 0o40700 }, null],
    ['another user’s folder', 'folder', { uid: STRANGER, mode: 0o40700 }, 'foreign'],
    ['a folder that every user can write', 'folder', { uid: ME, mode: 0o40777 }, 'writable'],
    ['a folder of the user’s own group', 'folder', { uid: ME, gid: ME, mode: 0o40770 }, 'group-writable'],
    ['/', 'above', { uid: 0, mode: 0o40755 }, null],
    ['/tmp', 'above', { uid: 0, mode: 0o41777 }, null],
    ['a /tmp without its sticky bit', 'above', { uid: 0, mode: 0o40777 }, 'writable'],
    ['another user’s /tmp', 'above', { uid: STRANGER, mode: 0o41777 }, 'foreign'],
    ['a folder above of a shared group', 'above', { uid: ME, gid: 50, mode: 0o40775 }, 'group-writable'],
  ])('%s is checked', (_name, part, { uid, gid = 50, mode }, expected) => {
    const stats = { uid, gid, mode }
    expect(distrust(stats, part, { uid: ME, gid: GROUP, top: 0, allowGroup: false })).toBe(expected)
    // With allowGroup only group-writable is accepted; nothing else changes.
    const withGroup = expected === 'group-writable' ? null : expected
    expect(distrust(stats, part, { uid: ME, gid: GROUP, top: 0, allowGroup: true })).toBe(withGroup)
    // Windows has no such bits.
    expect(distrust(stats, part, { uid: undefined, gid: undefined, top: 0, allowGroup: false })).toBeNull()
  })

  test('a folder above may be writable by the group that only this user is in, but not by the group of root', () => {
    const mode = 0o40775
    const check = (user: number, gid: number) =>
      distrust({ uid: user, gid, mode }, 'above', { uid: user, gid: user, top: 0, allowGroup: false })
    expect(check(ME, ME)).toBeNull()
    expect(check(ME, GROUP)).toBe('group-writable')
    expect(check(0, 0)).toBe('group-writable')
  })

  test('the owner of / may own a folder above, but not a file or folder of pixctl', () => {
    const nobody = 65_534
    const check = (part: Part) =>
      distrust({ uid: nobody, gid: nobody, mode: 0o755 }, part, {
        uid: ME,
        gid: GROUP,
        top: nobody,
        allowGroup: false,
      })
    expect([check('above'), check('folder'), check('file')]).toEqual([null, 'foreign', 'foreign'])
  })

  test('root trusts no other user', () => {
    const rules = { uid: 0, gid: 0, top: 0, allowGroup: false }
    expect(distrust({ uid: ME, gid: ME, mode: 0o100600 }, 'file', rules)).toBe('foreign')
  })
})

describe.skipIf(process.platform === 'win32')('on a disk', () => {
  let said: string[]
  let place: string
  let file: string

  beforeEach(() => {
    said = []
    trustAs({ warn: text => said.push(english(text)) })
    place = join(temporaryFolder(), 'place')
    mkdirSync(place, { mode: 0o700 })
    file = join(place, 'config.json')
    writeFileSync(file, 'text', { mode: 0o600 })
  })
  afterEach(() => trustAs({ allowGroup: false, warn: () => {} }))

  const refusal = (work: () => unknown): Failure => {
    try {
      work()
    } catch (error) {
      expect(error).toBeInstanceOf(Failure)
      expect(error).toMatchObject({ category: 'fault' })
      return error as Failure
    }
    throw new Error('it was not refused')
  }
  const mode = (path: string) => statSync(path).mode & 0o777

  test('the user’s own file is read without a warning', () => {
    expect(readPrivate(file)).toBe('text')
    expect(said).toEqual([])
  })

  test('a missing file or folder is not an error', () => {
    expect(readPrivate(join(place, 'other'))).toBeNull()
    expect(readPrivate(join(place, 'other', 'file'))).toBeNull()
    expect(() => checkFolder(join(place, 'other', 'folder'))).not.toThrow()
  })

  test('a file that others can read is made private, with a warning', () => {
    chmodSync(file, 0o644)
    expect(readPrivate(file)).toBe('text')
    expect(mode(file)).toBe(0o600)
    expect(said).toEqual([`${file} could be used by others (mode 0644): it is 0600 now`])
    readPrivate(file)
    expect(said).toHaveLength(1)
  })

  test('the files of a folder that others can read are made private', () => {
    chmodSync(file, 0o604)
    checkFiles(place, 'all')
    expect(mode(file)).toBe(0o600)
    expect(said).toHaveLength(1)
  })

  test('for a file with secrets, the warning says that others may have read them', () => {
    chmodSync(file, 0o640)
    readPrivate(file, { holdsSecrets: true })
    expect(said.join()).toContain('others may have read the secrets in it')
  })

  test.each([
    [0o622, 'every user'],
    [0o660, 'its group'],
  ])('a file with mode %o is refused, with the command that corrects it', (bits, who) => {
    chmodSync(file, bits)
    for (const work of [() => readPrivate(file), () => checkFiles(place, ['config.json'])]) {
      const refused = refusal(work)
      expect(refused.message).toContain(`${file} can be written by ${who}`)
      expect(firstStep(refused)).toMatch(new RegExp(`: chmod 600 ${file}$`))
    }
    expect(mode(file)).toBe(bits)
  })

  test('with allowGroup the group may write a file, but others may not even read it', () => {
    chmodSync(file, 0o664)
    trustAs({ allowGroup: true })
    expect(readPrivate(file)).toBe('text')
    expect(mode(file)).toBe(0o660)
  })

  test('a folder that others can write, or a folder above it, is refused', () => {
    chmodSync(place, 0o777)
    expect(firstStep(refusal(() => readPrivate(file)))).toMatch(new RegExp(`: chmod 700 ${place}$`))
    mkdirSync(join(place, 'in it'), { mode: 0o700 })
    expect(firstStep(refusal(() => checkFolder(join(place, 'in it'))))).toMatch(`: chmod go-w ${place}`)
    chmodSync(place, 0o1777)
    expect(() => checkFolder(join(place, 'in it'))).not.toThrow()
  })

  test('the target of a link is checked too', () => {
    const open = join(place, 'open')
    mkdirSync(open)
    chmodSync(open, 0o777)
    const home = join(place, 'home')
    mkdirSync(home, { mode: 0o700 })
    mkdirSync(join(open, 'target'), { mode: 0o700 })
    writeFileSync(join(open, 'target', 'f'), 'x', { mode: 0o600 })
    symlinkSync('../open/target', join(home, 'relative'))
    symlinkSync(join(open, 'target'), join(home, 'absolute'))
    symlinkSync('../open/target/f', join(home, 'file'))
    expect(refusal(() => checkFolder(join(home, 'relative'))).message).toContain(`${open} can be written`)
    expect(refusal(() => checkFolder(join(home, 'absolute'))).message).toContain(`${open} can be written`)
    expect(refusal(() => readPrivate(join(home, 'file'))).message).toContain(`${open} can be written`)
    expect(refusal(() => checkFiles(home, ['file'])).message).toContain(`${open} can be written`)
    chmodSync(open, 0o700)
    expect(readPrivate(join(home, 'file'))).toBe('x')
    symlinkSync('circle', join(home, 'circle'))
    expect(refusal(() => checkFolder(join(home, 'circle'))).message).toContain('too many links')
  })

  testAsRoot('another user’s file, folder, folder above or link is refused', () => {
    giveAway(file)
    const refused = refusal(() => readPrivate(file))
    expect(refused.message).toContain(`${file} belongs to another user (${STRANGER})`)
    const [first, second] = steps(refused).split('\n')
    expect(first).toContain("as the service's user")
    expect(second).toMatch(new RegExp(`: chown 0 ${file}$`))
    expect(refusal(() => checkFiles(place, 'all')).message).toContain(file)

    const inner = join(place, 'inner')
    mkdirSync(inner, { mode: 0o700 })
    writeFileSync(join(inner, 'state.db'), '', { mode: 0o600 })
    symlinkSync('inner', join(place, 'link'))
    expect(() => checkFiles(join(place, 'link'), 'all')).not.toThrow()
    giveAway(place)
    expect(refusal(() => checkFolder(inner)).message).toContain(`${place} belongs to another user`)
    expect(refusal(() => readPrivate(join(inner, 'state.db'))).message).toContain(place)
  })

  test('a path is quoted for the shell', () => {
    const folder = join(place, "it's $HOME")
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    expect(firstStep(refusal(() => checkFolder(folder)))).toContain(`chmod 700 '${place}/it'\\''s $HOME'`)
  })
})
