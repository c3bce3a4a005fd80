/** oclif.manifest.json: what each command takes, so that no command has to be loaded. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '@oclif/core/command'

interface Manifest {
  version: string
  commands: Record<string, Command.Cached>
}

const known = new Map<string, Manifest>()

/** @param root the folder that it is in */
export function readManifest(root: string): Manifest {
  const manifest = known.get(root) ?? readJson<Manifest>(root, 'oclif.manifest.json')
  known.set(root, manifest)
  return manifest
}

export function readJson<Content>(...path: string[]): Content {
  return JSON.parse(readFileSync(join(...path), 'utf8'))
}
