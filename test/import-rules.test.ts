/** Every file of src follows the import rules (test/support/import-rules.ts), and bin loads only the build. */

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { FOLDERS, violations } from './support/import-rules.ts'

const root = join(import.meta.dirname, '..')

/** What is still to be moved. */
const KNOWN = new Set([
  'events/graceful-shutdown.ts imports cli/host/host.ts (type)',
  'charges/from-file/ending.ts imports cli/host/host.ts (type)',
  'charges/archive/offline.ts imports cli/context/context.ts (type)',
  'charges/archive/offline.ts imports cli/output/output.ts (type)',
  'charges/archive/source.ts imports cli/context/context.ts (type)',
  'charges/archive/source.ts imports terminal/json.ts (static)',
  'charges/archive/sync-run.ts imports terminal/json.ts (static)',
  'charges/archive/sync.ts imports cli/context/context.ts (type)',
  'charges/creations/creations.ts imports cli/context/context.ts (type)',
  'charges/creations/creations.ts imports cli/host/host.ts (static)',
  'charges/creations/failures.ts imports cli/host/host.ts (static)',
  'charges/creations/texts.ts imports commands/charge/shared/fields-pt-br.ts (static)',
  'charges/filter-flags.ts imports cli/flags/arguments.ts (static)',
  'charges/filter-flags.ts imports cli/flags/text-flag.ts (static)',
  'charges/filter-flags.ts imports cli/flags/times.ts (static)',
  'charges/from-file/ending.ts imports cli/host/host.ts (static)',
  'charges/from-file/file/check.ts imports cli/flags/arguments.ts (static)',
  'charges/from-file/file/check.ts imports cli/flags/portuguese-words.ts (static)',
  'charges/from-file/file/check.ts imports commands/charge/create/request.ts (static)',
  'charges/pages-source.ts imports cli/context/context.ts (type)',
  'charges/pages-source.ts imports terminal/json.ts (static)',
  'charges/periods.ts imports cli/flags/times.ts (static)',
  'charges/reconcile/charge-book.ts imports commands/reconcile/view.ts (type)',
  'charges/reconcile/charge-reading.ts imports cli/context/context.ts (type)',
  'charges/reconcile/charge-reading.ts imports commands/reconcile/texts.ts (static)',
  'charges/reconcile/compare.ts imports cli/flags/times.ts (static)',
  'charges/reconcile/compare.ts imports commands/reconcile/texts.ts (static)',
  'charges/reconcile/compare.ts imports commands/reconcile/view.ts (type)',
  'charges/waiting/realtime.ts imports cli/context/addresses.ts (static)',
  'charges/waiting/realtime.ts imports cli/context/context.ts (type)',
  'charges/waiting/realtime.ts imports cli/output/output.ts (type)',
  'charges/waiting/waiting.ts imports cli/output/output.ts (type)',
  'charges/waiting/waiting.ts imports commands/charge/shared/wait-view.ts (static)',
  'doctor/checks/folders.ts imports terminal/bytes.ts (static)',
  'doctor/checks/machine.ts imports terminal/bytes.ts (static)',
  'doctor/doctor.ts imports commands/doctor/view.ts (static)',
  'events/graceful-shutdown.ts imports cli/host/host.ts (static)',
  'events/open-inbox.ts imports cli/context/context.ts (static)',
  'events/stream-run.ts imports cli/context/context.ts (static)',
  'events/stream-run.ts imports cli/host/host.ts (static)',
  'events/stream-run.ts imports cli/output/output.ts (static)',
  'forwarding/attempt.ts imports terminal/delivery.ts (type)',
  'forwarding/forwarding.ts imports cli/output/output.ts (type)',
  'forwarding/forwarding.ts imports terminal/delivery.ts (static)',
  'forwarding/last-target.ts imports cli/context/context.ts (type)',
  'forwarding/options.ts imports cli/context/addresses.ts (static)',
  'forwarding/options.ts imports cli/flags/bad-value.ts (static)',
  'forwarding/options.ts imports cli/flags/flags.ts (static)',
  'forwarding/send.ts imports credentials/mask.ts (static)',
  'forwarding/targets.ts imports cli/context/addresses.ts (static)',
  'forwarding/targets.ts imports cli/host/host.ts (type)',
  'forwarding/targets.ts imports cli/host/prompt.ts (static)',
  'inspector/inspector.ts imports cli/context/context.ts (type)',
  'inspector/inspector.ts imports cli/context/signing.ts (type)',
  'inspector/pages/list.tsx imports terminal/delivery.ts (static)',
  'inspector/pages/parts.ts imports cli/context/context.ts (type)',
  'inspector/pages/parts.ts imports cli/output/hints.ts (static)',
  'inspector/replayer.ts imports cli/context/addresses.ts (static)',
  'inspector/why.ts imports cli/context/signing.ts (type)',
  'inspector/why.ts imports terminal/delivery.ts (static)',
  'lib/sqlite/lock.ts imports state/database.ts (static)',
  'monitor/flag.ts imports cli/flags/bad-value.ts (static)',
  'monitor/with-monitor.ts imports cli/context/context.ts (type)',
  'monitor/with-monitor.ts imports cli/host/listen-failure.ts (static)',
  'state/check.ts imports charges/archive/schema.ts (static)',
  'state/check.ts imports inbox/rejected/rejected.ts (static)',
  'state/contents.ts imports charges/archive/schema.ts (static)',
  'state/contents.ts imports inbox/rejected/rejected.ts (static)',
])

describe('the import rules', () => {
  it('hold in every file of src', async () => {
    const files = globSync('**/*.{ts,tsx,js}', { cwd: join(root, 'src') }).filter(
      file => !file.endsWith('.d.ts'),
    )
    const folders = new Set(files.map(file => dirname(file).split('/')[0]?.replace('.', '')))
    expect([...folders].sort()).toEqual([...FOLDERS].sort())
    const found = await Promise.all(
      files.map(async file => {
        const each = await violations(file, readFileSync(join(root, 'src', file), 'utf8'))
        return each.map(violation => `${file} ${violation}`)
      }),
    )
    expect(found.flat().filter(each => !KNOWN.has(each))).toEqual([])
  })

  it('are broken by an import of a later layer, a slow package at the top, and the time', async () => {
    const source =
      "import { x } from '#cli/host/host.ts'\nimport { Agent } from 'undici'\nexport const now = Date.now()"
    expect(await violations('api/client.ts', source)).toEqual([
      'imports cli/host/host.ts (static)',
      'imports undici at its top',
      'uses now',
    ])
  })
})

describe('bin', () => {
  const source = readFileSync(join(root, 'bin/run.js'), 'utf8')

  it('is in syntax that any Node reads', async () => {
    const [{ code: old }, { code: today }] = await Promise.all([
      transform(source, { target: 'es5' }),
      transform(source, { target: 'esnext' }),
    ])
    expect(old).toBe(today)
  })

  it('loads only the build and package.json', () => {
    const required = [...source.matchAll(/require\('([^']+)'\)/g)].map(([, to]) => to)
    expect(required.sort()).toEqual(['../dist/start.cjs', '../package.json'])
  })
})
