/** What test/doors.test.ts checks every file with: what it finds, and what it allows. */

import { describe, expect, it } from 'vitest'
import { violations } from './support/doors.ts'

describe('the check itself', () => {
  it.each([
    ['contract/money.ts', "import { x } from '../shared/clock.ts'", 'imports shared/clock.ts (static)'],
    ['contract/money.ts', "import type { X } from '../api/client.ts'", 'imports api/client.ts (type)'],
    ['api/client.ts', "import { x } from '../store/journal.ts'", 'imports store/journal.ts (static)'],
    [
      'api/client.ts',
      "const x = await import('../credentials/mask.ts')",
      'imports credentials/mask.ts (dynamic)',
    ],
    ['store/journal.ts', "export { x } from '../terminal/tsv.ts'", 'imports terminal/tsv.ts (static)'],
    [
      'store/journal.ts',
      "import {\n  a,\n  type B,\n} from '../cli/host/host.ts'",
      'imports cli/host/host.ts (static)',
    ],
    ['terminal/qr.ts', "import '../cli/host/host.ts'", 'imports cli/host/host.ts (static)'],
    ['sandbox/rest/app.ts', "import { x } from '../../api/client.ts'", 'imports api/client.ts (static)'],
    [
      'cli/output/output.ts',
      "import { x } from '../../sandbox/index.ts'",
      'imports sandbox/index.ts (static)',
    ],
    [
      'cli/output/output.ts',
      "const x = import('../../sandbox/index.ts')",
      'imports sandbox/index.ts (dynamic)',
    ],
    [
      'cli/output/output.ts',
      "import x from '../../commands/status/index.ts'",
      'imports commands/status/index.ts (static)',
    ],
    [
      'cli/output/output.ts',
      "import x from '../../forwarding/targets.ts'",
      'imports forwarding/targets.ts (static)',
    ],
    [
      'forwarding/targets.ts',
      "import x from '../commands/status/index.ts'",
      'imports commands/status/index.ts (static)',
    ],
    ['api/client.ts', "import type { X } from '../store/journal.ts'", 'imports store/journal.ts (type)'],
    [
      'commands/events/tail/index.ts',
      "import { x } from '../../webhook/listen/listen.ts'",
      'imports commands/webhook/listen/listen.ts (static)',
    ],
    [
      'commands/charge/wait/index.ts',
      "import { x } from '../create/request.ts'",
      'imports commands/charge/create/request.ts (static)',
    ],
    [
      'commands/charge/wait/index.ts',
      "import { x } from '../../sandbox/shared/charge.ts'",
      'imports commands/sandbox/shared/charge.ts (static)',
    ],
    [
      'commands/sandbox/start/index.ts',
      "import { x } from '../../../sandbox/index.ts'",
      'imports sandbox/index.ts (static)',
    ],
    [
      'commands/charge/wait/index.ts',
      "const x = import('../../../sandbox/index.ts')",
      'imports sandbox/index.ts (dynamic)',
    ],
    [
      'commands/status/index.ts',
      "import { x } from '../../../test/x.ts'",
      'imports ../test/x.ts, outside of src',
    ],
    ['api/transport.ts', "import { Agent } from 'undici'", 'imports undici at its top'],
    ['store/database.ts', "import { DatabaseSync } from 'node:sqlite'", 'imports node:sqlite at its top'],
    ['terminal/qr.ts', "import qrcode from 'qrcode'", 'imports qrcode at its top'],
    ['cli/host/host.ts', "import { getCookie } from 'hono/cookie'", 'imports hono/cookie at its top'],
    ['web/site.tsx', "import { x } from '../sandbox/index.ts'", 'imports sandbox/index.ts (static)'],
    ['web/site.tsx', "import { x } from '../terminal/tsv.ts'", 'imports terminal/tsv.ts (static)'],
    ['cli/host/host.ts', "import { x } from '../../web/site.tsx'", 'imports web/site.tsx (static)'],
    [
      'web/page.ts',
      "import { x } from './browser/live.ts'",
      'imports web/browser/live.ts, which is for browsers',
    ],
    ['web/browser/live.ts', "import { x } from '../../terminal/tsv.ts'", 'imports terminal/tsv.ts (static)'],
    ['web/components/form.tsx', 'export const x = <p>{process.env.X}</p>', 'uses process'],
    ['terminal/table.tsx', 'export const x = <p></p>', 'has components'],
    ['api/client.ts', 'export const x = process.env.X', 'uses process'],
    ['api/client.ts', "import { env } from 'node:process'", 'imports node:process'],
    ['cli/host/host.ts', 'console.log(1)', 'uses console'],
    ['api/client.ts', 'export const x = Date.now()', 'uses now'],
    ['commands/status/index.ts', 'setTimeout(() => {}, 1)', 'uses setTimeout'],
  ])('in %s, finds the violation in %j', async (file, source, violation) => {
    expect(await violations(file, source)).toEqual([violation])
  })

  it.each([
    ['api/client.ts', "// process.env, console.log and import { x } from '../store/journal.ts'"],
    ['api/client.ts', "import type { Dispatcher } from 'undici'\nexport type X = Dispatcher"],
    ['api/client.ts', "import { type Dispatcher } from 'undici'\nexport type X = Dispatcher"],
    [
      'api/client.ts',
      "export const x = 'process.exit() and console'; export const y = { process: 1 }.process",
    ],
    [
      'cli/context/context.ts',
      "import type { Journal } from '../../store/journal.ts'\nexport type X = Journal",
    ],
    ['cli/context/context.ts', "export const x = () => import('../../store/journal.ts')"],
    ['cli/host/host.ts', 'export const x = process.argv'],
    ['realtime/tail.ts', "import type { X } from '../api/client.ts'"],
    ['commands/auth/list/index.ts', "import { x } from '../../../credentials/profiles.ts'\nx()"],
    ['commands/charge/wait/index.ts', "import { x } from '../shared/waiting.ts'\nx()"],
    ['commands/sandbox/key/list/index.ts', "import { x } from '../../shared/command.ts'\nx()"],
    ['commands/events/tail/tail.ts', "import { x } from '../../../forwarding/forwarding.ts'\nx()"],
    ['commands/sandbox/start/index.ts', "export const x = () => import('../../../sandbox/index.ts')"],
    ['commands/sandbox/start/run.ts', "import type { X } from '../../../sandbox/index.ts'"],
    ['sandbox/rest/http.ts', "import { Hono } from 'hono'\nHono()"],
    ['sandbox/dashboard/app.ts', "import { Site } from '../../web/site.tsx'\nSite()"],
    ['web/cookie.ts', "import { getCookie } from 'hono/cookie'\ngetCookie()"],
    ['web/browser/live.ts', 'setTimeout(() => {}, 1)'],
  ])('in %s, allows %j', async (file, source) => {
    expect(await violations(file, source)).toEqual([])
  })
})
