/** The script, the stylesheet and the icon. Their names hold a hash, so that a browser keeps them for good. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILES = {
  script: ['app', '.js', 'text/javascript; charset=utf-8'],
  style: ['style', '.css', 'text/css; charset=utf-8'],
  icon: ['icon', '.svg', 'image/svg+xml'],
} as const

export class Assets {
  readonly #files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>()
  readonly paths: Readonly<Record<keyof typeof FILES, string>>

  /** Reads the files of a folder, dist/web. */
  constructor(folder: string) {
    this.paths = {
      script: this.#read(folder, FILES.script),
      style: this.#read(folder, FILES.style),
      icon: this.#read(folder, FILES.icon),
    }
  }

  /** The answer for a path; undefined for one that is not an asset. */
  answer(path: string): Response | undefined {
    const file = this.#files.get(path)
    if (!file) return undefined
    return new Response(file.bytes, {
      headers: { 'Content-Type': file.type, 'Cache-Control': 'public, max-age=31536000, immutable' },
    })
  }

  #read(folder: string, [name, extension, type]: (typeof FILES)[keyof typeof FILES]): string {
    const bytes = new Uint8Array(readFileSync(join(folder, name + extension)))
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    const path = `/assets/${name}.${hash}${extension}`
    this.#files.set(path, { bytes, type })
    return path
  }
}
