/** The manifests of package managers: templates, filled with the version, addresses and hashes of a release. */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Release {
  readonly version: string
  readonly description: string
  readonly homepage: string
  /** The repository's page. */
  readonly repository: string
  /** The hashes of the files of the release, by name, in lower case. */
  readonly sha256: ReadonlyMap<string, string>
}

const WINGET = 'winget/pixctl.pixctl'

/** Each template, and the file that it becomes. */
const MANIFESTS = {
  'pixctl.rb': 'homebrew/pixctl.rb',
  'pixctl.scoop.json': 'scoop/pixctl.json',
  'winget.version.yaml': `${WINGET}.yaml`,
  'winget.installer.yaml': `${WINGET}.installer.yaml`,
  'winget.locale.en-US.yaml': `${WINGET}.locale.en-US.yaml`,
  'winget.locale.pt-BR.yaml': `${WINGET}.locale.pt-BR.yaml`,
} as const

/** Writes all manifests into a folder. Throws if the release lacks a file that one names. */
export async function writeManifests(release: Release, folder: string): Promise<void> {
  for (const [template, file] of Object.entries(MANIFESTS)) {
    const text = await readFile(join(import.meta.dirname, 'templates', template), 'utf8')
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), fill(text, release))
  }
}

/** Replaces `{{version}}`, `{{url:linux-x64.tar.gz}}`, `{{sha256:…}}`, and `{{SHA256:…}}` for capital letters. */
export function fill(text: string, release: Release): string {
  const values: Record<string, string> = {
    version: release.version,
    description: release.description,
    homepage: release.homepage,
    repository: release.repository,
  }
  return text.replace(/\{\{(\w+)(?::([^}]+))?\}\}/g, (whole, name: string, target?: string) => {
    if (target === undefined) {
      if (values[name] === undefined) throw new Error(`no value for ${whole}`)
      return values[name]
    }
    const file = `pixctl-${release.version}-${target}`
    const hash = release.sha256.get(file)
    if (hash === undefined) throw new Error(`${whole}: the release has no ${file}`)
    if (name === 'url') return `${release.repository}/releases/download/v${release.version}/${file}`
    if (name === 'sha256') return hash
    if (name === 'SHA256') return hash.toUpperCase()
    throw new Error(`no value for ${whole}`)
  })
}
