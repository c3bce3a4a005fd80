import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** The SHA-256 of a file, in hex. */
export async function sha256Of(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}
