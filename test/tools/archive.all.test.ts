/** What `npm run package` adds to the npm package in an archive. .ci/archives.sh looks into a whole one. */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Version } from '@cyclonedx/cyclonedx-library/Spec'
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sbom } from '../../tools/build/sbom.ts'
import { TARGETS, type Target } from '../../tools/package/nodes.ts'
import { listNode } from '../../tools/package/sbom.ts'
import { TOP, writeTop } from '../../tools/package/top.ts'

const root = join(import.meta.dirname, '../..')
const pixctl = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const target = (name: string): Target => TARGETS.find(each => each.name === name)!
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pixctl-archive-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('lists Node, with the names and the hash by which it is known elsewhere', async () => {
  const list = join(folder, 'sbom.cdx.json')
  const binary = join(folder, 'node')
  writeFileSync(list, sbom(pixctl, []))
  writeFileSync(binary, 'abc')
  await listNode(list, { version: '24.21.0', binary, licence: '' })

  const text = readFileSync(list, 'utf8')
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull()
  const { components, dependencies } = JSON.parse(text)
  expect(components).toHaveLength(1)
  expect(components[0]).toMatchObject({
    name: 'node',
    version: '24.21.0',
    purl: 'pkg:generic/node@24.21.0',
    cpe: 'cpe:2.3:a:nodejs:node.js:24.21.0:*:*:*:*:*:*:*',
    // printf abc | sha256sum
    hashes: [{ alg: 'SHA-256', content: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' }],
    licenses: [{ license: { id: 'MIT' } }, { license: {} }],
  })
  expect(dependencies).toContainEqual({
    ref: `pkg:npm/pixctl@${pixctl.version}`,
    dependsOn: ['pkg:generic/node@24.21.0'],
  })
})

describe('at the top of an archive', () => {
  async function top(name: string): Promise<Record<(typeof TOP)[number], string>> {
    const lib = join(folder, 'lib/pixctl')
    mkdirSync(join(lib, 'dist'), { recursive: true })
    mkdirSync(join(lib, 'node_modules/keytar'), { recursive: true })
    for (const file of ['package.json', 'LICENSE']) cpSync(join(root, file), join(lib, file))
    writeFileSync(join(lib, 'NODE-LICENSE'), 'the licence of Node')
    writeFileSync(join(lib, 'node_modules/keytar/LICENSE.md'), 'the licence of keytar')
    writeFileSync(join(lib, 'dist/THIRD-PARTY-NOTICES.txt'), 'the licence of undici')
    await writeTop(folder, target(name))
    const texts = TOP.map(file => [file, readFileSync(join(folder, file), 'utf8')])
    return Object.fromEntries(texts)
  }

  it.each(['linux-x64', 'win-x64'])('%s has the licences of everything in it', async name => {
    const made = await top(name)
    expect(made.LICENSE).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
    for (const each of ['Node', 'keytar', 'undici']) {
      expect(made['THIRD-PARTY-NOTICES.txt']).toContain(`the licence of ${each}\n`)
    }
  })
})
