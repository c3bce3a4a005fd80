/** The manifests that `npm run package` fills for package managers. No package manager is here to read them. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fill, writeManifests } from '../../tools/package/manifests.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pixctl-manifests-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

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
    // Homebrew takes it from the address, and `brew audit` refuses to have it twice.
    expect(formula).not.toMatch(/^ *version /m)
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
