/** Writes oclif.manifest.json (what help is made of) from the commands in src/commands. */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Plugin } from '@oclif/core'
import { ALIASES, TOPICS } from '../src/app/commands.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const pjson = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
pjson.oclif = { ...pjson.oclif, enableAutoTranspile: false, commands: './src/commands' }

const plugin = new Plugin({
  root,
  type: 'core',
  pjson,
  ignoreManifest: true,
  errorOnManifestCreate: true,
  respectNoCacheDefault: true,
} as never)
await plugin.load()
const { commands } = plugin.manifest

// main.ts finds aliases by its own table; help shows those of the commands. They must be the same.
const declared = Object.values(commands).flatMap(({ id, aliases }) => aliases.map(alias => `${alias} ${id}`))
const expected = Object.entries(ALIASES).map(each => each.join(' '))
if (declared.sort().join() !== expected.sort().join()) {
  throw new Error(
    `aliases of the commands: ${declared.join(', ')}; of src/app/commands.ts: ${expected.join(', ')}`,
  )
}
for (const [name, { description }] of Object.entries(TOPICS)) {
  if (pjson.oclif.topics[name]?.description !== description) {
    throw new Error(`package.json and src/app/commands.ts describe the topic ${name} differently`)
  }
}

const sorted = Object.fromEntries(Object.entries(commands).sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(
  join(root, 'oclif.manifest.json'),
  `${JSON.stringify({ commands: sorted, version: pjson.version }, null, 2)}\n`,
)
