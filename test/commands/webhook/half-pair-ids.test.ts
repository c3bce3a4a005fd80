/** Events whose ids differ only in what a database can't hold. */

import { expect, it, onTestFinished } from 'vitest'
import { call } from '../../support/http.ts'
import { startListening } from '../../support/listening.ts'
import { LocalMachine } from '../../support/local.ts'
import { jsonLines } from '../../support/store.ts'
import { openTarget, SECRET, sign } from '../../webhooks/target.ts'

it('are forwarded each, and a resend of one is a duplicate', async () => {
  const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
  onTestFinished(() => machine[Symbol.dispose]())
  const target = await openTarget(204)
  const listening = await startListening(machine.host(), ['--forward-to', target.url, '--json'])
  const send = async (delivery: string, id: string) => {
    const body = `{"id":"${id}","type":"payment.created","data":{"paymentId":"pay_1"}}`
    const t = String(Math.floor(Date.now() / 1000))
    const signature = sign(t, Buffer.from(body), SECRET)
    const headers = { 'X-Service-Delivery': delivery, 'X-Service-Signature': signature }
    expect((await call(listening.url, { method: 'POST', headers, body })).status).toBe(204)
  }
  const ids = ['evt_\\ud800', 'evt_\\ud801', 'evt_\\ufffd', 'evt_', 'evt_\\u0000', 'evt_\\u0000a']
  for (const [n, id] of ids.entries()) await send(`dlv_${n}`, id)
  await send('dlv_again', 'evt_\\ud801')
  await send('dlv_last', 'evt_last')
  await target.requests(ids.length + 1)
  expect(target.got.map(({ body }) => /"id":"([^"]*)"/.exec(body.toString())![1])).toEqual([
    ...ids,
    'evt_last',
  ])
  const { stdout } = await listening.stop()
  const duplicates = jsonLines(stdout).filter(({ verdict }) => verdict === 'duplicate')
  expect(duplicates.map(({ delivery }) => delivery)).toEqual(['dlv_again'])
})
