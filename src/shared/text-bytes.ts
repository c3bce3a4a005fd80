/** Text as bytes and back. Bytes of their own are outside V8's heap, which doesn't grow by what waits in them. */

const encoder = new TextEncoder()

/** UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text)
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
}
