/** The built program with an inbox on PostgreSQL: the password shows nowhere, whatever is traced. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Machine } from '../support/pixctl.ts'
import { describeOnPostgres, startPostgres } from '../support/postgres.ts'

/** In no other word of the tool, so that any trace of it is found. */
const PASSWORD = 'Zq7X/wJ4:kPm2R'
const TRACES = [PASSWORD, encodeURIComponent(PASSWORD), 'wJ4', Buffer.from(PASSWORD).toString('base64')]

function filesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  const names = readdirSync(folder, { recursive: true }).map(name => join(folder, String(name)))
  return names.filter(name => statSync(name).isFile()).map(name => readFileSync(name, 'latin1'))
}

describeOnPostgres('a password', () => {
  it.each(['right', 'wrong'])('that is %s shows nowhere, traced or not', async which => {
    const server = await startPostgres({
      password: which === 'right' ? PASSWORD : 'another',
      tls: 'localhost',
    })
    using machine = new Machine()
    const url = server.url('postgres', { password: encodeURIComponent(PASSWORD) })
    const without = `postgres://postgres@127.0.0.1:${server.port}/postgres`
    for (const [args, env] of [
      [['inbox', 'init'], { PIXCTL_INBOX_URL: url }],
      [['webhook', 'deliveries', '--debug'], { PIXCTL_INBOX_URL: url }],
      [['inbox', 'init', '--inbox', without, '--debug'], { PGPASSWORD: PASSWORD }],
      [['webhook', 'deliveries', '--inbox', without, '--json'], { PGPASSWORD: PASSWORD }],
    ] as const) {
      const run = await machine.pixctl(args, { env: { ...env, DEBUG: '*', NODE_DEBUG: '*' } })
      expect([which, args, run.code]).toEqual([which, args, which === 'right' ? 0 : 3])
      const shown = [run.stdout, run.stderr, ...filesIn(machine.configDir), ...filesIn(machine.dataDir)]
      for (const trace of TRACES) {
        const lines = shown.join('\n').split('\n')
        expect(lines.filter(line => line.includes(trace))).toEqual([])
      }
    }
  })
})
