/** The list of what is in an archive: that of the npm package, and Node, which is most of it. */

import { readFile, writeFile } from 'node:fs/promises'
import type { NodeFiles } from './nodes.ts'
import { sha256Of } from './sha256.ts'

interface Sbom {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } }
  readonly components: object[]
  readonly dependencies: { ref: string; dependsOn?: string[] }[]
}

/** Adds the Node of a target to the list in a file. The hash is that of the program as Node's makers built it. */
export async function listNode(file: string, { version, binary }: NodeFiles): Promise<void> {
  const list: Sbom = JSON.parse(await readFile(file, 'utf8'))
  const purl = `pkg:generic/node@${version}`
  const source = 'https://github.com/nodejs/node'
  list.components.push({
    type: 'platform',
    name: 'node',
    version,
    'bom-ref': purl,
    hashes: [{ alg: 'SHA-256', content: await sha256Of(binary) }],
    licenses: [
      { license: { id: 'MIT' } },
      { license: { name: 'Licences of the libraries in Node.js, see NODE-LICENSE' } },
    ],
    // By this name the lists of known weaknesses have it.
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    purl,
    externalReferences: [
      { type: 'vcs', url: source },
      { type: 'license', url: `${source}/blob/v${version}/LICENSE` },
    ],
  })
  const own = list.dependencies.find(({ ref }) => ref === list.metadata.component['bom-ref'])!
  own.dependsOn = [...(own.dependsOn ?? []), purl]
  list.dependencies.push({ ref: purl })
  await writeFile(file, `${JSON.stringify(list, null, 2)}\n`)
}
