/** What `webhook listen` keeps of deliveries that it refused. */

import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Rejected, RejectedStore } from '#webhooks/rejected/store.ts'
import { send, signed } from '../../support/listener.ts'
import { startListening } from '../../support/listening.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { SECRET } from '../../webhooks/target.ts'

const host = () => testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } })

/** What is kept on this machine, oldest first. */
async function keptOn({ home }: ReturnType<typeof host>): Promise<Rejected[]> {
  const store = await RejectedStore.open(join(home, 'data'), 'default', 1000)
  onTestFinished(() => store.close())
  return store
    .list()
    .reverse()
    .map(({ id }) => store.find(id)!)
}

it('is each of them whole, apart from the inbox and never forwarded', async () => {
  const machine = host()
  const listening = await startListening(machine)
  const forged = signed({ delivery: 'dlv_forged', secret: 'whsec_another_secret' })
  const unsigned = { ...signed(), headers: { 'X-Service-Event': 'payment.approved' } }
  const accepted = signed({ delivery: 'dlv_ok' })
  expect((await send(listening.url, forged)).status).toBe(401)
  expect((await send(`${listening.url}?token=abc`, unsigned)).status).toBe(401)
  const nameless = signed({ headers: { 'X-Service-Delivery': undefined } })
  expect((await send(listening.url, nameless)).status).toBe(400)
  expect((await send(listening.url, accepted)).status).toBe(204)
  await listening.stop()
  const kept = await keptOn(machine)
  expect(kept).toMatchObject([
    {
      ...{ delivery: 'dlv_forged', event: 'payment.approved', reason: 'signature_mismatch', status: 401 },
      ...{ method: 'POST', path: '/', body: forged.body, bodyBytes: forged.body.length },
      toleranceMs: 300_000,
    },
    { delivery: null, reason: 'missing_signature', status: 401, path: '/', body: unsigned.body, hints: [] },
    { delivery: null, reason: 'missing_delivery', status: 400 },
  ])
  expect(kept[0]!.headers).toContain(`X-Service-Signature\n${forged.headers['X-Service-Signature']}`)
  const inbox = await runCommand(['webhook', 'deliveries', '--json'], { host: machine })
  expect(JSON.parse(inbox.stdout)).toMatchObject([{ delivery: 'dlv_ok' }])
})

it('holds no secret, wherever it was sent', async () => {
  const machine = host()
  const listening = await startListening(machine)
  const bare = SECRET.slice('whsec_'.length)
  const headers = {
    Authorization: 'Bearer abcdef',
    Cookie: 'session=abcdef',
    'X-Api': `key ${bare}`,
    'X-Service-Event': SECRET,
    'X-Service-Delivery': bare,
    'X-Service-Signature': `t=1,v1=${'0'.repeat(64)}`,
  }
  await send(`${listening.url}?secret=${SECRET}`, { headers, body: Buffer.from(`{"secret":"${SECRET}"}`) })
  await listening.stop()
  const [kept] = await keptOn(machine)
  expect(kept).toMatchObject({ event: null, delivery: null, body: null, reason: 'signature_mismatch' })
  expect(JSON.stringify(kept)).not.toContain(bare)
  expect(JSON.stringify(kept)).not.toContain('abcdef')
})

it('is put down to the clock if the signature matches, not to the secret', async () => {
  const listening = await startListening(host())
  const yesterday = signed({ at: Math.floor(Date.now() / 1000) - 86_400 })
  expect(await send(listening.url, yesterday)).toMatchObject({ status: 401 })
  const { stderr } = await listening.stop()
  expect(stderr).toMatch(/signed too long ago, or in the future: the clock of this machine says \d{4}-\S+Z\n/)
  expect(stderr.replace(/^profile .*\n/, '')).not.toContain('PIXCTL_WEBHOOK_SECRET')
})
