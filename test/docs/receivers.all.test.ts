/** The receivers of docs/guide/receivers run as they stand there, and pass `webhook check`. */

import { globSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { errorOf } from '../support/pixctl.ts'
import { describeIn, programFor } from '../support/programs.ts'
import { runCommand, testHost } from '../support/run.ts'
import { sign } from '../webhooks/target.ts'
import { read, root } from './pages.ts'
import { codeOf, PAGES } from './receiver-pages.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const pixctl = (args: string[]) =>
  runCommand(args, { host: testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } }) })

/** The ids of what a receiver has saved. */
function savedIn(folder: string): { events: number; deliveries: number } {
  if (readdirSync(folder).includes('webhooks')) {
    const count = (kind: string) => readdirSync(join(folder, 'webhooks', kind)).length
    return { events: count('events'), deliveries: count('deliveries') }
  }
  using db = new DatabaseSync(join(folder, 'webhooks.db'), { readOnly: true })
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!.n)
  return { events: count('events'), deliveries: count('deliveries') }
}

/** Takes away what it saves to. */
function breakSaving(folder: string): void {
  if (readdirSync(folder).includes('webhooks')) {
    renameSync(join(folder, 'webhooks'), join(folder, 'elsewhere'))
  } else {
    using db = new DatabaseSync(join(folder, 'webhooks.db'))
    db.exec('ALTER TABLE events RENAME TO elsewhere; CREATE VIEW events AS SELECT * FROM elsewhere')
  }
}

describe('the pages', () => {
  it('are all tested, and named by the page before them', () => {
    const files = globSync('docs/guide/receivers/*.md', { cwd: root }).map(file => basename(file, '.md'))
    expect(files.sort()).toEqual(Object.keys(PAGES).sort())
    for (const file of files) expect(read('docs/guide/receivers.md')).toContain(`(receivers/${file}.md)`)
  })
})

for (const [name, page] of Object.entries(PAGES)) {
  describeIn(page.language, `the receiver of ${name}.md`, () => {
    const file = page.runner === undefined ? page.file : join(import.meta.dirname, page.runner)
    const program = programFor(page.language, file, { PIX_WEBHOOK_SECRET: SECRET }, folder => {
      writeFileSync(join(folder, page.file), codeOf(name, page))
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    })

    it('passes every check, and saves each event and delivery once', async () => {
      const run = await pixctl(['webhook', 'check', `${program().address}/webhook`, '--json'])
      const { checks } = JSON.parse(run.stdout)
      expect(checks.filter((each: { passed: boolean }) => !each.passed)).toEqual([])
      expect(run.code).toBe(0)
      // A valid one, one of four minutes ago, and the first event again in a delivery of its own.
      expect(savedIn(program().folder)).toEqual({ events: 2, deliveries: 3 })
    })

    it('keeps all of what comes at once, each event once', async () => {
      const before = savedIn(program().folder)
      const t = String(Math.floor(Date.now() / 1000))
      const statuses = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const body = JSON.stringify({ id: `evt_${index % 10}`, type: 'payment.approved', data: {} })
          const response = await fetch(`${program().address}/webhook`, {
            method: 'POST',
            headers: {
              'X-Service-Delivery': `dlv_${index}`,
              'X-Service-Signature': sign(t, Buffer.from(body), SECRET),
            },
            body,
          })
          return response.status
        }),
      )
      expect(new Set(statuses)).toEqual(new Set([204]))
      const { events, deliveries } = savedIn(program().folder)
      expect({ events, deliveries }).toEqual({
        events: before.events + 10,
        deliveries: before.deliveries + 20,
      })
    })

    it('answers 401 to a header of any other shape, and to a request without a body', async () => {
      const t = Math.floor(Date.now() / 1000)
      const post = async (header: string, body?: string) => {
        const headers = { 'X-Service-Signature': header }
        const response = await fetch(`${program().address}/webhook`, {
          method: 'POST',
          headers,
          body: body ?? null,
        })
        expect({ header, status: response.status }).toEqual({ header, status: 401 })
      }
      for (const header of ['', 'x', `t=${t}`, `t=${t},v1=`, `t=,v1=${'0'.repeat(64)}`, `t=${t},v1=é`]) {
        await post(header, '{}')
      }
      await post(`t=${t},v1=${'0'.repeat(64)}`)
    })

    it('answers 500 if it cannot save', async () => {
      breakSaving(program().folder)
      const url = `${program().address}/webhook`
      const run = await pixctl(['webhook', 'trigger', 'payment.approved', '--to', url, '--json'])
      expect(errorOf(run)).toMatchObject({ status: 500, exitCode: 8 })
    })
  })
}
