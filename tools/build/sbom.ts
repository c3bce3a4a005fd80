/**
 * What is in the package, as a list for programs: a CycloneDX SBOM. It has no time and no number, so that the same
 * sources make the same file.
 */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Builders, Factories } from '@cyclonedx/cyclonedx-library/Contrib/FromNodePackageJson'
import { Factories as LicenseFactories } from '@cyclonedx/cyclonedx-library/Contrib/License'
import { ComponentType } from '@cyclonedx/cyclonedx-library/Enums'
import { Bom, type Component } from '@cyclonedx/cyclonedx-library/Models'
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize'
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec'
import { PackageURL } from 'packageurl-js'
import parse from 'spdx-expression-parse'
import type { Bundled, PackageJson } from './bundled.ts'

const builder = new Builders.ComponentBuilder(
  new Factories.ExternalReferenceFactory(),
  new LicenseFactories.LicenseFactory(parse),
)

/** Writes dist/sbom.cdx.json: pixctl, and the packages in it. */
export async function writeSbom(
  root: string,
  pixctl: PackageJson,
  packages: readonly Bundled[],
): Promise<void> {
  await writeFile(join(root, 'dist', 'sbom.cdx.json'), sbom(pixctl, packages))
}

export function sbom(pixctl: PackageJson, packages: readonly Bundled[]): string {
  const bom = new Bom()
  const application = component(pixctl, ComponentType.Application)
  bom.metadata.component = application
  for (const { json } of packages) {
    const each = component(json, ComponentType.Library)
    bom.components.add(each)
    application.dependencies.add(each.bomRef)
  }
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

function component(json: PackageJson, type: ComponentType): Component {
  const made = builder.makeComponent(json, type)
  if (!made) throw new Error(`${json.name} has no name`)
  made.purl = new PackageURL(
    'npm',
    made.group ?? null,
    made.name,
    made.version ?? null,
    null,
    null,
  ).toString()
  made.bomRef.value = made.purl
  return made
}
