/**
 * pixctl.exe: Node with its start inside, as a "single executable application". A .cmd would ask "Terminate batch
 * job?" after each Ctrl-C, take `%` and `^` out of arguments, and winget starts no .cmd.
 */

import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'postject'
import type { NodeFiles } from './nodes.ts'

const run = promisify(execFile)
// Named by Node's documentation: the place that Node looks at when it starts.
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Writes pixctl.exe. `folder` is for files in between. */
export async function writeWindowsExe(node: NodeFiles, folder: string, to: string): Promise<void> {
  if (node.version !== process.versions.node) {
    throw new Error(
      `pixctl.exe with Node ${node.version} can only be made by that Node, this is ${process.versions.node}`,
    )
  }
  const blob = join(folder, 'start.blob')
  const config = join(folder, 'sea.json')
  const main = join(import.meta.dirname, 'templates', 'windows-start.cjs')
  await writeFile(config, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true }))
  await run(process.execPath, ['--experimental-sea-config', config], { cwd: folder })
  await writeFile(to, withoutSignature(await readFile(node.binary)))
  await inject(to, 'NODE_SEA_BLOB', await readFile(blob), { sentinelFuse: FUSE })
}

/** Takes the signature off a 64-bit Windows program: it would be wrong after a change. */
export function withoutSignature(program: Buffer): Buffer {
  const optionalHeader = program.readUInt32LE(0x3c) + 24
  if (program.readUInt16LE(optionalHeader) !== 0x20b) throw new Error('not a 64-bit Windows program')
  // The fifth of the data directories, which begin after 112 bytes: offset in the file, and size.
  const entry = optionalHeader + 112 + 4 * 8
  const offset = program.readUInt32LE(entry)
  const size = program.readUInt32LE(entry + 4)
  if (size === 0) return program
  if (offset + size !== program.length) throw new Error('the signature is not at the end')
  const unsigned = Buffer.from(program.subarray(0, offset))
  unsigned.writeUInt32LE(0, entry)
  unsigned.writeUInt32LE(0, entry + 4)
  return unsigned
}
