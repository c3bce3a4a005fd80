/** `charge wait` of many charges as a process, inside the service's rate. */

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { ended, said } from '../support/pixctl.ts'
import { jsonLines, openStore } from '../support/store.ts'

it('waits for 40 charges that are paid meanwhile, with a token, and is never refused for its rate', async () => {
  const store = await openStore({ rateLimit: 120 })
  const ids: string[] = []
  for (let count = 1; count <= 40; count++) {
    const { status, body } = await store.api('/payments', {
      method: 'POST',
      headers: { 'Idempotency-Key': randomUUID() },
      body: { amount: count },
    })
    expect(status).toBe(201)
    ids.push(body.data.id)
  }
  const child = store.machine.start(['charge', 'wait', '-', '--json', '--debug'], {
    PIXCTL_REALTIME_URL: store.sandbox.realtimeUrl,
    PIXCTL_WS_TOKEN: store.sandbox.wsToken,
  })
  const run = ended(child)
  child.stdin.end(`${ids.join('\n')}\n`)
  await said(child.stderr, '< ready')
  for (const id of ids) await store.move(id, 'pay')
  const { stdout, stderr, code } = await run
  expect(code).toBe(0)
  const charges = jsonLines(stdout)
  expect(new Set(charges.map(({ id }) => id))).toEqual(new Set(ids))
  expect(charges.every(({ status }) => status === 'PAID')).toBe(true)
  expect(stderr).not.toContain(' 429 ')
})
