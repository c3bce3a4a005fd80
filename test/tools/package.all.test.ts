/** What `npm run package` is made of. .ci/archives.sh builds and starts the whole. */

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packTar, packZip } from '../../tools/package/archives.ts'
import { debianVersion } from '../../tools/package/deb.ts'
import { checkBinary, checkIntegrity, lockedNode, TARGETS } from '../../tools/package/nodes.ts'
import { setTimes } from '../../tools/package/tree.ts'
import { withoutSignature } from '../../tools/package/windows-exe.ts'

const root = join(import.meta.dirname, '../..')
const SECONDS = 1_763_800_000
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pixctl-package-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A small tree, its files made in the order of the names given. */
function tree(parent: string, names: readonly string[]): string {
  const made = join(folder, parent, 'pixctl')
  mkdirSync(join(made, 'bin'), { recursive: true })
  for (const name of names) writeFileSync(join(made, name), `this is ${name}`)
  utimesSync(join(made, names[0]!), SECONDS + names.length, 1)
  return made
}

describe('the Node in an archive', () => {
  it('is 24, but 26 on Macs with an Apple chip, and known by its hash', async () => {
    for (const target of TARGETS) {
      const { version, integrity } = await lockedNode(root, target)
      expect(integrity, target.name).toMatch(/^sha512-[\w+/]{86}==$/)
      expect(version.split('.')[0], target.name).toBe(target.name === 'darwin-arm64' ? '26' : '24')
    }
  })

  it('is refused if its hash is another', () => {
    // openssl dgst -sha512 -binary | base64, of "abc"
    const integrity =
      'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=='
    expect(() => checkIntegrity(Buffer.from('abc'), integrity, 'it')).not.toThrow()
    expect(() => checkIntegrity(Buffer.from('abd'), integrity, 'it')).toThrow(
      "it isn't the one of package-lock.json",
    )
  })

  it('is refused if it is for another machine', async () => {
    const own = TARGETS.find(({ platform, arch }) => platform === process.platform && arch === process.arch)!
    await checkBinary(process.execPath, own)
    for (const other of TARGETS.filter(target => target !== own)) {
      await expect(checkBinary(process.execPath, other), other.name).rejects.toThrow(
        `isn't a program for ${other.name}`,
      )
    }
  })
})

describe.skipIf(process.platform !== 'linux')('an archive', () => {
  it.each(['.tar.gz', '.tar.xz', '.zip'])(
    '%s has the same bytes, whenever and in whichever order it was made',
    async kind => {
      const names = ['bin/pixctl', 'README.md', 'LICENSE']
      const files: Buffer[] = []
      for (const [index, order] of [names, names.toReversed()].entries()) {
        const made = tree(String(index), order)
        await setTimes(made, SECONDS)
        const to = join(folder, `${index}${kind}`)
        if (kind === '.zip') await packZip(made, to, true)
        else await packTar(made, to, SECONDS, true)
        files.push(readFileSync(to))
      }
      expect(files[0]!.equals(files[1]!)).toBe(true)
      const list = kind === '.zip' ? ['unzip', '-Z1'] : ['tar', '-tf']
      const listed = execFileSync(list[0]!, [list[1]!, join(folder, `0${kind}`)], { encoding: 'utf8' })
      expect(listed.split('\n').filter(name => name && !name.endsWith('/'))).toEqual([
        'pixctl/LICENSE',
        'pixctl/README.md',
        'pixctl/bin/pixctl',
      ])
    },
  )
})

describe.skipIf(process.platform === 'win32')('bin/pixctl', () => {
  it('starts the Node beside it with all arguments, called by its path or through links', () => {
    const at = join(folder, 'a folder')
    mkdirSync(join(at, 'bin'), { recursive: true })
    mkdirSync(join(at, 'lib/pixctl/bin'), { recursive: true })
    copyFileSync(join(root, 'tools/package/templates/pixctl.sh'), join(at, 'bin/pixctl'))
    writeFileSync(
      join(at, 'lib/pixctl/node'),
      '#!/bin/sh\nshift\nfor each; do echo "<$each>"; done\nexit 11\n',
    )
    for (const file of ['bin/pixctl', 'lib/pixctl/node']) chmodSync(join(at, file), 0o755)
    symlinkSync('../a folder/bin/pixctl', join(folder, 'a folder', 'relative'))
    symlinkSync(join(at, 'relative'), join(folder, 'absolute'))

    for (const start of [join(at, 'bin/pixctl'), join(folder, 'absolute'), './relative', 'bin/pixctl']) {
      const command = `${JSON.stringify(start)} charge --description 'two  words; $HOME' ''; echo $?`
      const said = execFileSync('/bin/sh', ['-c', command], { cwd: at, encoding: 'utf8' })
      expect(said, start).toBe('<charge>\n<--description>\n<two  words; $HOME>\n<>\n11\n')
    }
  })
})

describe('a program for Windows', () => {
  /** A header of the PE format, with a signature at the end. */
  function program(end: string): Buffer {
    const made = Buffer.alloc(400)
    made.writeUInt32LE(64, 0x3c)
    made.writeUInt16LE(0x20b, 64 + 24)
    made.writeUInt32LE(400, 64 + 24 + 144)
    made.writeUInt32LE(9, 64 + 24 + 148)
    return Buffer.concat([made, Buffer.from(end)])
  }

  it('loses its signature, and nothing else', () => {
    const unsigned = withoutSignature(program('signature'))
    expect(unsigned.length).toBe(400)
    expect(unsigned.subarray(232, 240)).toEqual(Buffer.alloc(8))
    expect(unsigned.readUInt16LE(88)).toBe(0x20b)
    expect(withoutSignature(unsigned)).toEqual(unsigned)
  })

  it('is refused if something follows the signature', () => {
    expect(() => withoutSignature(program('signature and more'))).toThrow('the signature is not at the end')
  })
})

it('gives a version before a release a Debian version that sorts before it', () => {
  expect(debianVersion('0.2.0-rc.1')).toBe('0.2.0~rc.1')
  expect(debianVersion('0.2.0')).toBe('0.2.0')
})
