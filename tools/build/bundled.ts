/** Which packages have code in dist/: esbuild knows. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** What a package says of itself in its package.json, as it stands there. */
export interface PackageJson {
  readonly name: string
  readonly version: string
  readonly license?: string
}

export interface Bundled {
  /** From the root of the project. */
  readonly folder: string
  readonly json: PackageJson
}

/** The packages whose code is in the outputs, by name and version. */
export async function bundledPackages(root: string, metafiles: readonly Metafile[]): Promise<Bundled[]> {
  const folders = new Set<string>()
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        // The innermost node_modules: a package may bring another with it. A path with a colon only leads to another file.
        const folder = /^([^:]*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
        if (folder && bytesInOutput > 0) folders.add(folder)
      }
    }
  }
  const packages = await Promise.all([...folders].map(folder => packageIn(root, folder)))
  const unique = new Map(packages.map(each => [`${each.json.name} ${each.json.version}`, each]))
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/** The package in a folder of the project. */
export async function packageIn(root: string, folder: string): Promise<Bundled> {
  return { folder, json: JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) }
}
