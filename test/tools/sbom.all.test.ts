/** The list of what is in the package: which packages, and that it is valid CycloneDX. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Version } from '@cyclonedx/cyclonedx-library/Spec'
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { bundledPackages } from '../../tools/build/bundled.ts'
import { sbom } from '../../tools/build/sbom.ts'

const root = join(import.meta.dirname, '../..')
const pixctl = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The list of a program with only these lines. */
async function listOf(contents: string): Promise<string> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    write: false,
    metafile: true,
  })
  return sbom(pixctl, await bundledPackages(root, [metafile]))
}

describe('the list of what is in the package', () => {
  it('has each package whose code is in the program, with version and licence', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules/prom-client/package.json'), 'utf8'))
    const { components, dependencies } = JSON.parse(await listOf("import 'prom-client'"))
    expect(components.map((each: { purl: string }) => each.purl.replace(/@[^@]*$/, ''))).toEqual([
      'pkg:npm/%40opentelemetry/api',
      'pkg:npm/bintrees',
      'pkg:npm/prom-client',
      'pkg:npm/tdigest',
    ])
    expect(components[2]).toMatchObject({
      name: 'prom-client',
      version,
      licenses: [{ license: { id: 'Apache-2.0' } }],
    })
    expect(dependencies).toContainEqual({
      ref: `pkg:npm/pixctl@${pixctl.version}`,
      dependsOn: components.map((each: { purl: string }) => each.purl),
    })
  })

  it('leaves out a package that is imported and has no code in the program', async () => {
    expect(JSON.parse(await listOf("import 'hono/utils/url'")).components ?? []).toEqual([])
  })

  it('is valid by the schema of CycloneDX, and the same each time', async () => {
    const list = await listOf("import 'qrcode'; import 'pg'; import 'hono'")
    expect(await new JsonStrictValidator(Version.v1dot6).validate(list)).toBeNull()
    expect(await listOf("import 'qrcode'; import 'pg'; import 'hono'")).toBe(list)
    const broken = list.replace('"bomFormat": "CycloneDX"', '"bomFormat": "Other"')
    expect(await new JsonStrictValidator(Version.v1dot6).validate(broken)).not.toBeNull()
  })
})
