/**
 * Loads node:crypto on first use, because most commands don't need it. It replaces the module; no source is changed.
 *
 * Saves 4 ms for `auth list` and help, 2 for `balance` (docs/performance.md says how it is measured).
 */
import crypto from 'node:crypto'
import type { Plugin } from 'esbuild'

export const lazyCrypto: Plugin = {
  name: 'lazy-crypto',
  setup(build) {
    build.onResolve({ filter: /^node:crypto$/ }, ({ namespace }) =>
      namespace === 'file'
        ? { path: 'node:crypto', namespace: 'lazy-crypto' }
        : { path: 'node:crypto', external: true },
    )
    build.onLoad({ filter: /.*/, namespace: 'lazy-crypto' }, () => ({
      // Each is looked up once: a getter that stays would take longer than a short hash.
      contents: `const use = name => { const value = require('node:crypto')[name]; Object.defineProperty(module.exports, name, { value }); return value }
        module.exports = {${Object.keys(crypto).map(name => `get ${name}() { return use('${name}') }`)}}`,
      loader: 'js',
    }))
  },
}
