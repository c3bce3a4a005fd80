import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  type renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makePrivateFolder, rename, replaceFile, syncFolder } from '#lib/files.ts'
import { permissions, temporaryFolder } from '../support/folder.ts'

const systemError = (code: string) => Object.assign(new Error(code), { code })

describe('a file that is replaced', () => {
  test('is 0600 in folders of 0700, in place of an open one too, and nothing stays beside it', () => {
    const folder = join(temporaryFolder(), 'a', 'b')
    const file = join(folder, 'file')
    replaceFile(file, 'first')
    chmodSync(file, 0o644)
    replaceFile(file, 'second')
    expect(readFileSync(file, 'utf8')).toBe('second')
    expect([file, folder, join(folder, '..')].map(permissions)).toEqual(['600', '700', '700'])
    expect(readdirSync(folder)).toEqual(['file'])
  })

  test.each(['file', 'file.tmp', 'file.new'])('is not written through a link named %s', name => {
    const folder = temporaryFolder()
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'untouched')
    symlinkSync(victim, join(folder, name))
    replaceFile(join(folder, 'file'), 'secret')
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('secret')
  })

  test('stays unchanged if that fails, and no other file is left', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'file')
    replaceFile(file, 'first')
    const unwritable = { length: 1 } as unknown as Uint8Array
    expect(() => replaceFile(file, unwritable)).toThrow()
    expect(readFileSync(file, 'utf8')).toBe('first')
    expect(readdirSync(folder)).toEqual(['file'])
  })
})

describe('a rename', () => {
  const onWindows = (failures: string[]) => {
    const waits: number[] = []
    const renames: string[] = []
    const system = {
      platform: 'win32' as const,
      wait: (ms: number) => void waits.push(ms),
      renameSync: ((from: string, to: string) => {
        renames.push(`${from}>${to}`)
        const code = failures.shift()
        if (code) throw systemError(code)
      }) as typeof renameSync,
    }
    return { system, waits, renames }
  }

  test.each(['EPERM', 'EBUSY', 'EACCES'])('on Windows is tried again after %s', code => {
    const { system, waits, renames } = onWindows([code, code])
    rename('a', 'b', system)
    expect(renames).toEqual(['a>b', 'a>b', 'a>b'])
    expect(waits).toHaveLength(2)
  })

  test('on Windows ends after a second, with what was wrong', () => {
    const { system, waits } = onWindows(Array<string>(100).fill('EBUSY'))
    expect(() => rename('a', 'b', system)).toThrow('EBUSY')
    expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThan(1000)
  })

  test('is tried once for another error, and elsewhere', () => {
    const full = onWindows(['ENOSPC'])
    expect(() => rename('a', 'b', full.system)).toThrow('ENOSPC')
    const linux = onWindows(['EPERM'])
    expect(() => rename('a', 'b', { ...linux.system, platform: 'linux' })).toThrow('EPERM')
    expect([...full.waits, ...linux.waits]).toEqual([])
  })
})

describe('a private folder', () => {
  // Of which Node's own recursion says ENOENT, as if another one could be made there.
  test.skipIf(process.platform !== 'linux')(
    'says why it can’t be created in a folder that no user may write',
    () => {
      expect(() => makePrivateFolder('/sys/pixctl/a/b')).toThrow(/EROFS|EPERM|EACCES/)
    },
  )
})

describe('a folder that is synced', () => {
  const failing = (code: string) => () => {
    throw systemError(code)
  }

  test('may refuse with EPERM on Windows, and there only', () => {
    const folder = temporaryFolder()
    expect(() => syncFolder(folder, { platform: 'win32', fsyncSync: failing('EPERM') })).not.toThrow()
    expect(() => syncFolder(folder, { platform: 'win32', fsyncSync: failing('EIO') })).toThrow('EIO')
    expect(() => syncFolder(folder, { platform: 'linux', fsyncSync: failing('EPERM') })).toThrow('EPERM')
  })

  test('is closed again', () => {
    const folder = temporaryFolder()
    const next = openSync(folder, 'r')
    closeSync(next)
    syncFolder(folder, { platform: 'win32', fsyncSync: failing('EPERM') })
    syncFolder(folder, { platform: 'linux', fsyncSync })
    const after = openSync(folder, 'r')
    closeSync(after)
    expect(after).toBe(next)
  })
})
