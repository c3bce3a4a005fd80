/**
 * A signing secret that is prepared for many signatures: HMAC-SHA256 as RFC 2104 defines it, from two hashes over one
 * buffer. `createHmac` makes an object outside V8's heap for each signature: of a usual body that takes twice as long, and
 * V8 has to free it.
 */

import { createHmac, hash } from 'node:crypto'

const BLOCK_BYTES = 64
const HASH_BYTES = 32
/** Longer texts are not copied: for them the hash itself is what takes time. */
const MAX_TEXT_BYTES = 16 * 1024

export class SigningKey {
  readonly #secret: string
  /** The key's inner block, and room for a text. */
  readonly #inner = Buffer.alloc(BLOCK_BYTES + MAX_TEXT_BYTES)
  /** The key's outer block, and room for the hash of the inner one. */
  readonly #outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES)

  constructor(secret: string) {
    this.#secret = secret
    const bytes = Buffer.from(secret)
    const key = bytes.length > BLOCK_BYTES ? hash('sha256', bytes, 'buffer') : bytes
    for (let at = 0; at < BLOCK_BYTES; at++) {
      const byte = key[at] ?? 0
      this.#inner[at] = byte ^ 0x36
      this.#outer[at] = byte ^ 0x5c
    }
  }

  /** 32 bytes. */
  sign(start: string, body: Uint8Array): Buffer {
    // A character of a text has at most three bytes.
    if (3 * start.length + body.length > MAX_TEXT_BYTES) {
      return createHmac('sha256', this.#secret).update(start).update(body).digest()
    }
    const bodyAt = BLOCK_BYTES + this.#inner.write(start, BLOCK_BYTES)
    this.#inner.set(body, bodyAt)
    // As texts of one byte for each character: two buffers less to make.
    const inner = hash('sha256', this.#inner.subarray(0, bodyAt + body.length), 'binary')
    this.#outer.write(inner, BLOCK_BYTES, 'binary')
    return Buffer.from(hash('sha256', this.#outer, 'binary'), 'binary')
  }
}
