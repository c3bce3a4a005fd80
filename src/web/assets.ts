/** The script, the stylesheet and the icon. A browser asks for them with each page, so that none is of an earlier release. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const TYPES = {
  'app.js': 'text/javascript; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/** Reads the files of a folder, dist/web, and gives the answer for the name of one; undefined for another name. */
export function readAssets(folder: string): (name: string) => Response | undefined {
  const files = new Map(
    Object.entries(TYPES).map(([name, type]) => [name, { bytes: readFileSync(join(folder, name)), type }]),
  )
  return name => {
    const file = files.get(name)
    return file && new Response(file.bytes, { headers: { 'Content-Type': file.type } })
  }
}
