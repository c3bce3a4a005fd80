/** The script, the stylesheet and the icon. Their names hold a hash, so that a browser keeps them for good. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const FILES = { script: 'app.js', style: 'style.css', icon: 'icon.svg' } as const

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

  #read(folder: string, name: string): string {
    const bytes = new Uint8Array(readFileSync(join(folder, name)))
    const extension = extname(name)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    const path = `/assets/${name.slice(0, -extension.length)}.${hash}${extension}`
    this.#files.set(path, { bytes, type: TYPES[extension] ?? 'application/octet-stream' })
    return path
  }
}
