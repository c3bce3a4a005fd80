/**
 * undici's HTTP/2 client, and Node's with it, are loaded only if a connection uses it, and pixctl's never do.
 *
 * Saves 13 ms for `balance` (docs/performance.md says how it is measured).
 */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { lazyRequires } from './lazy-requires.ts'
import { nameOf } from './syntax.ts'

export const lazyHttp2: Plugin = {
  name: 'lazy-http2',
  setup(build) {
    let found = false
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/ }, async ({ path }) => {
      found = true
      const source = { name: nameOf(path), text: await readFile(path, 'utf8') }
      return { contents: lazyRequires(source, ['connectH2']).text, loader: 'js' }
    })
    build.onEnd(() => {
      if (found) return undefined
      return { errors: [{ text: 'undici has changed: lib/dispatcher/client.js is not part of it' }] }
    })
  },
}
