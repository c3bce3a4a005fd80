/** Reads the body of a posted form, or of another request. */

import { PageError } from './page-error.ts'
import { texts } from './texts.ts'

const MAX_BYTES = 64 * 1024

/** Throws a PageError if it is too large. */
export async function readForm(request: Request, most = MAX_BYTES): Promise<URLSearchParams> {
  const bytes = await readBody(request, most)
  if (!bytes) throw new PageError(413, texts.tooLarge(), texts.formTooLarge())
  return new URLSearchParams(bytes.toString())
}

/** Null if it is longer than `most` bytes, with or without a Content-Length. */
export async function readBody({ headers, body }: Request, most: number): Promise<Buffer | null> {
  if (Number(headers.get('content-length') ?? 0) > most) return null
  const chunks: Uint8Array[] = []
  let size = 0
  // Not cancelled: that would cut the connection before the answer.
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
