/** Text to bytes and back. Texts that wait are kept as bytes: these are outside V8's heap, so the heap doesn't grow. */

const encoder = new TextEncoder()

/** UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text)
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
}
