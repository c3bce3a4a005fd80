/**
 * The large packages that only some commands load, in a file each: what isn't read costs nothing.
 *
 * Saves 6 ms for `auth list`, 9 for help, 3 for `balance` (docs/performance.md says how it is measured).
 */
import type { Plugin } from 'esbuild'

const PACKAGES = [
  '@hono/node-server',
  '@peculiar/x509',
  'cli-table3',
  'csv-parse',
  'hono',
  'hono/jsx/jsx-runtime',
  'inquirer',
  'pg',
  'prom-client',
  'qrcode',
  'qrcode-terminal',
  'reflect-metadata',
  'undici',
  'ws',
]

/** The packages' own entry points, by the names of their files. */
export const vendorEntries = Object.fromEntries(PACKAGES.map(name => [fileName(name), name]))

const met = new Set<string>()

export const vendorChunks: Plugin = {
  name: 'vendor-chunks',
  setup(build) {
    build.onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || !PACKAGES.includes(path)) return null
      met.add(path)
      return { path: `./${fileName(path)}.cjs`, external: true }
    })
  },
}

/** Throws if a package has a file for nothing. Call it after the builds with {@link vendorChunks}. */
export function checkVendorChunks(): void {
  const unmet = PACKAGES.filter(name => !met.has(name))
  if (unmet.length > 0) {
    throw new Error(`nothing loads what is in a file of its own (tools/build/vendor-chunks.ts): ${unmet}`)
  }
}

function fileName(name: string): string {
  return name.replace('@', '').replaceAll('/', '-')
}
