/** What `npm run package` is made of. .ci/archives.sh builds and starts the whole. */

import { execFileSync, spawnSync } from 'node:child_process'
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
import { parse } from 'yaml'
import { packTar, packZip } from '../../tools/package/archives.ts'
import { debianVersion } from '../../tools/package/deb.ts'
import { fill, writeManifests } from '../../tools/package/manifests.ts'
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
  it('is one that the engines of package.json allow, known by its hash', async () => {
    for (const target of TARGETS) {
      const { version, integrity } = await lockedNode(root, target)
      expect(integrity, target.name).toMatch(/^sha512-[\w+/]{86}==$/)
      expect(Number(version.split('.')[0]), target.name).toBeGreaterThanOrEqual(24)
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

describe('the manifests', () => {
  const sha256 = new Map(
    ['darwin-arm64.tar.gz', 'darwin-x64.tar.gz', 'linux-arm64.tar.gz', 'linux-x64.tar.gz', 'win-x64.zip'].map(
      (name, index) => [`pixctl-1.2.3-${name}`, `${index}`.repeat(63).concat('f')],
    ),
  )
  const release = {
    version: '1.2.3',
    description: 'Pix',
    homepage: 'https://example.org/p#readme',
    repository: 'https://example.org/p',
    sha256,
  }
  const address = (name: string) => `https://example.org/p/releases/download/v1.2.3/pixctl-1.2.3-${name}`

  it('name the files of the release by address and hash, and can be read', async () => {
    await writeManifests(release, folder)
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    expect(JSON.parse(read('scoop/pixctl.json'))).toMatchObject({
      version: '1.2.3',
      bin: 'bin\\pixctl.exe',
      architecture: {
        '64bit': { url: address('win-x64.zip'), hash: sha256.get('pixctl-1.2.3-win-x64.zip') },
      },
    })
    const winget = ['', '.installer', '.locale.en-US', '.locale.pt-BR'].map(part =>
      parse(read(`winget/pixctl.pixctl${part}.yaml`)),
    )
    for (const each of winget) {
      expect(each).toMatchObject({ PackageIdentifier: 'pixctl.pixctl', PackageVersion: '1.2.3' })
    }
    expect(winget[1]).toMatchObject({
      Installers: [{ InstallerUrl: address('win-x64.zip'), InstallerSha256: `${'4'.repeat(63)}F` }],
      NestedInstallerFiles: [{ RelativeFilePath: 'pixctl-1.2.3-win-x64\\bin\\pixctl.exe' }],
    })
    const formula = read('homebrew/pixctl.rb')
    for (const [index, name] of ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].entries()) {
      const lines = `url "${address(`${name}.tar.gz`)}"\n      sha256 "${String(index).repeat(63)}f"`
      expect(formula).toContain(lines)
    }
    expect(formula).not.toContain('{{')
  })

  it.skipIf(spawnSync('ruby', ['--version']).status !== 0)('has a formula that Ruby reads', async () => {
    await writeManifests(release, folder)
    const checked = spawnSync('ruby', ['-c', join(folder, 'homebrew/pixctl.rb')], { encoding: 'utf8' })
    expect(checked.stdout).toBe('Syntax OK\n')
  })

  it('are not made without one of the files, or with a word that has no value', () => {
    expect(() => fill('{{url:win-arm64.zip}}', release)).toThrow(
      'the release has no pixctl-1.2.3-win-arm64.zip',
    )
    expect(() => fill('{{author}}', release)).toThrow('no value for {{author}}')
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
