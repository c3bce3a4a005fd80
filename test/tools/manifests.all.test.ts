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

const words = (text: string) => text.trim().split(/\s+/)

/** Of what schemas/JSON/manifests/v1.9.0 of microsoft/winget-cli allows in each file, what a portable program needs. */
const LOCALE = words(`
  PackageLocale Publisher PublisherUrl PublisherSupportUrl PrivacyUrl Author PackageName PackageUrl License
  LicenseUrl Copyright CopyrightUrl ShortDescription Description Tags Agreements ReleaseNotes
  ReleaseNotesUrl InstallationNotes Documentations
`)
const WINGET_1_9: Readonly<Record<string, readonly string[]>> = {
  version: ['DefaultLocale'],
  installer: words(`
    InstallerType NestedInstallerType NestedInstallerFiles RelativeFilePath PortableCommandAlias
    ArchiveBinariesDependOnPath Commands MinimumOSVersion Scope UpgradeBehavior ReleaseDate Installers
    Architecture InstallerUrl InstallerSha256 InstallerLocale Platform
  `),
  defaultLocale: [...LOCALE, 'Moniker'],
  locale: LOCALE,
}
/** The same of schema.json of ScoopInstaller/Scoop. */
const SCOOP = words(`
  version description homepage license architecture 64bit arm64 url hash extract_dir bin env_add_path
  checkver github autoupdate notes persist suggest
`)

/** The names of all members of a manifest. */
function members(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(members)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) => [name, ...members(inside)])
}

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

  it('for winget have only members that their version of the format has', async () => {
    await writeManifests(release, folder)
    for (const part of ['', '.installer', '.locale.en-US', '.locale.pt-BR']) {
      const text = readFileSync(join(folder, `winget/pixctl.pixctl${part}.yaml`), 'utf8')
      const manifest = parse(text)
      const type = manifest.ManifestType
      expect(Object.keys(WINGET_1_9), part).toContain(type)
      const known = [
        'PackageIdentifier',
        'PackageVersion',
        'ManifestType',
        'ManifestVersion',
        ...WINGET_1_9[type]!,
      ]
      expect(
        members(manifest).filter(name => !known.includes(name)),
        part,
      ).toEqual([])
      expect(manifest.ManifestVersion, part).toBe('1.9.0')
      expect(text, part).toContain(`$schema=https://aka.ms/winget-manifest.${type}.1.9.0.schema.json\n`)
    }
  })

  it('for Scoop has only members that Scoop knows', async () => {
    await writeManifests(release, folder)
    const manifest = JSON.parse(readFileSync(join(folder, 'scoop/pixctl.json'), 'utf8'))
    expect(members(manifest).filter(name => !SCOOP.includes(name))).toEqual([])
    expect(Object.keys(manifest)).toEqual(expect.arrayContaining(['version', 'homepage', 'license']))
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
