/** `webhook deliveries --rejected`, and `webhook show` of one: why deliveries were refused, without a browser. */

import { describe, expect, it } from 'vitest'
import type { RefusalReason } from '#lib/refusal-reason/texts.ts'
import { RejectedStore } from '#webhooks/rejected/store.ts'
import { AT } from '../../inbox/arriving.ts'
import { withKept } from '../../support/kept.ts'
import { send, signed } from '../../support/listener.ts'
import { startListening } from '../../support/listening.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { jsonLines, rows } from '../../support/store.ts'
import { SECRET } from '../../webhooks/target.ts'

const BODY = Buffer.from('{"id":"evt_1","type":"payment.approved","data":{"big":12345678901234567890}}')
const SIGNATURE = `t=1773144000,v1=${'a'.repeat(64)}`
const ONE = {
  receivedAt: AT,
  method: 'POST',
  path: '/hooks',
  headers: ['X-Service-Event', 'payment.approved', 'X-Service-Signature', SIGNATURE].join('\n'),
  body: BODY as Buffer | null,
  bodyBytes: BODY.length as number | null,
  reason: 'signature_mismatch' as RefusalReason,
  status: 401,
  delivery: 'dlv_says' as string | null,
  event: 'payment.approved' as string | null,
  toleranceMs: 300_000,
  hints: ['reserialized_json', 'body_only'] as ('reserialized_json' | 'body_only')[] | null,
}
const DAY_BEFORE = new Date(Date.parse(AT) - 86_400_000).toISOString()

/** A machine that keeps these, in the order of arrival. */
async function machineWith(...refused: Partial<typeof ONE>[]) {
  const machine = await withKept(new LocalMachine(), [])
  const store = await RejectedStore.open(machine.dataDir, 'default', 1000)
  store.add(refused.map(each => ({ ...ONE, ...each })))
  store.close()
  return machine
}

const list = (...args: string[]) => ['webhook', 'deliveries', '--rejected', ...args]
const show = (...args: string[]) => ['webhook', 'show', ...args]

const several = () =>
  machineWith(
    { receivedAt: DAY_BEFORE, reason: 'missing_signature', delivery: null, event: null, hints: [] },
    {},
    { hints: null, event: 'checkout.paid', body: Buffer.from('{"who":"Ação"}') },
  )

describe('webhook deliveries --rejected', () => {
  it('is the newest first, with the reason and the hints, as JSON', async () => {
    const { stdout, stderr, code } = await (await several()).pixctl(list('--json'))
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const refused = { verdict: 'rejected', status: 401 }
    const facts = { delivery: 'dlv_says', receivedAt: AT, ...refused, reason: 'signature_mismatch' }
    const none = { delivery: null, type: null, receivedAt: DAY_BEFORE }
    expect(JSON.parse(stdout)).toEqual([
      { id: 'rejected_3', ...facts, type: 'checkout.paid', hints: null },
      { id: 'rejected_2', ...facts, type: 'payment.approved', hints: ['reserialized_json', 'body_only'] },
      { id: 'rejected_1', ...none, ...refused, reason: 'missing_signature', hints: [] },
    ])
  })

  it('is a row each in a pipe, with the first hint', async () => {
    const { stdout } = await (await several()).pixctl(list())
    expect(rows(stdout)).toEqual([
      [AT, 'rejected_3', 'dlv_says', 'checkout.paid', '401', 'signature_mismatch', ''],
      [AT, 'rejected_2', 'dlv_says', 'payment.approved', '401', 'signature_mismatch', 'reserialized_json'],
      [DAY_BEFORE, 'rejected_1', '', '', '401', 'missing_signature', ''],
    ])
  })

  it.each([
    [['--search', 'acao'], ['rejected_3']],
    [['--search', 'MISSING_sig'], ['rejected_1']],
    [['--since', AT, '--search', 'missing'], []],
  ])('takes the filter %j', async (args, ids) => {
    const { stdout } = await (await several()).pixctl(list(...args))
    expect(rows(stdout).map(([, id]) => id)).toEqual(ids)
  })
})

it('webhook deliveries of an empty inbox names the refused ones that are kept', async () => {
  const terminal = { columns: 120, rows: 24 }
  expect(await (await several()).pixctl(['webhook', 'deliveries'], { terminal })).toMatchObject({
    stdout: '',
    stderr:
      'no events yet; to receive some: pixctl webhook listen\n' +
      '3 refused deliveries are kept; to see them: pixctl webhook deliveries --rejected\n',
  })
})

describe('webhook show of a refused delivery', () => {
  it('is one object with --json', async () => {
    const { stdout, code } = await (await machineWith({})).pixctl(show('rejected_1', '--json'))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      ...{ id: 'rejected_1', delivery: 'dlv_says', type: 'payment.approved', receivedAt: AT },
      ...{ verdict: 'rejected', status: 401, reason: 'signature_mismatch', hints: ONE.hints },
      ...{ method: 'POST', path: '/hooks', bodyBytes: BODY.length },
      headers: [
        ['X-Service-Event', 'payment.approved'],
        ['X-Service-Signature', SIGNATURE],
      ],
      payload: JSON.parse(BODY.toString()),
      payloadBase64: null,
    })
    expect(stdout).toContain('12345678901234567890')
  })

  it('says why, what to do about each cause, and how to verify it again', async () => {
    const machine = await machineWith({ toleranceMs: 60_000 })
    const { stdout } = await machine.pixctl(show('rejected_1'), { terminal: { columns: 80, rows: 50 } })
    const words = stdout.replace(/\s+/g, ' ')
    expect(words).toContain(
      "the signature doesn't match. The JSON was parsed and written again after signing",
    )
    expect(words).toContain('The bytes that are signed must be the bytes that are sent. (reserialized_json)')
    expect(words).toContain('exactly as in t=. (body_only)')
    expect(stdout).toContain(
      'pixctl webhook show rejected_1 --body | ' +
        `pixctl webhook verify --signature ${SIGNATURE} --at ${AT} --tolerance 60\n`,
    )
  })

  it.each<[string, Partial<typeof ONE>, RegExp]>([
    [
      'nothing was found',
      { hints: [] },
      /doesn't match this body with the listener's signing secret\. - That/,
    ],
    [
      'nothing was searched',
      { hints: null },
      /not match\. - Not everything was tried\. To search longer, run/,
    ],
    [
      'it was old',
      {
        reason: 'timestamp_outside_tolerance',
        receivedAt: new Date((1_773_144_000 + 400) * 1000).toISOString(),
      },
      /it was signed 6 min 40 s before it arrived, 1 min 40 s too old\./,
    ],
  ])('says in words that %s', async (_name, over, words) => {
    const machine = await machineWith({ hints: [], ...over })
    const { stdout, code } = await machine.pixctl(show('rejected_1'), { terminal: { columns: 80, rows: 50 } })
    expect(code).toBe(0)
    expect(stdout.replace(/\s+/g, ' ')).toMatch(words)
  })

  it('has the body byte for byte, as far as it was kept', async () => {
    const machine = await machineWith({ body: Buffer.from('{"a":1'), bodyBytes: 100 }, { body: null })
    const start = await machine.pixctl(show('rejected_1', '--body'))
    expect(start).toMatchObject({ stdout: '{"a":1', code: 0 })
    expect(start.stderr).toContain('only its first 6 bytes are kept')
    const { payload, payloadBase64 } = JSON.parse((await machine.pixctl(show('rejected_1', '--json'))).stdout)
    expect([payload, payloadBase64]).toEqual([null, Buffer.from('{"a":1').toString('base64')])
    const none = await machine.pixctl(show('rejected_2', '--body'))
    expect(none).toMatchObject({ stdout: '', code: 5 })
    expect(none.stderr).toContain('its body was not kept')
    const person = await machine.pixctl(show('rejected_2'), { terminal: { columns: 80, rows: 50 } })
    expect(person.stdout).not.toContain('webhook verify')
  })

  it('is exit 5 if it is not kept', async () => {
    const run = await (await machineWith({})).pixctl(show('rejected_2', '--json'))
    expect(errorOf(run)).toMatchObject({
      exitCode: 5,
      error: expect.stringContaining('rejected_2 is not kept'),
    })
  })
})

it('is never sent again: replay says so', async () => {
  const machine = await machineWith({})
  const { code, stderr } = await machine.pixctl(['webhook', 'replay', 'rejected_1', '--to', '1/hooks'])
  expect(code).toBe(5)
  expect(stderr).toContain('what was refused is never sent; to see it: pixctl webhook show rejected_1')
})

it('the cause is beside the line of the listener, kept, and the same as that of webhook verify', async () => {
  const host = testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } })
  const listening = await startListening(host)
  const { body, headers } = signed({ delivery: 'dlv_1' })
  expect((await send(listening.url, { headers, body: Buffer.from(`${body}\n`) })).status).toBe(401)
  await listening.says(/dlv_1: a line break at the end was added or lost after signing/)
  await listening.stop()
  const kept = await runCommand(list('--json'), { host })
  expect(JSON.parse(kept.stdout)).toMatchObject([{ delivery: 'dlv_1', hints: ['trailing_newline'] }])
  const input = Buffer.from((await runCommand(show('rejected_1', '--body'), { host })).stdout)
  const verify = ['webhook', 'verify', '--signature', headers['X-Service-Signature']!, '--json']
  const verified = await runCommand(verify, {
    host: testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET }, input }),
  })
  expect(JSON.parse(verified.stdout)).toMatchObject({ hints: ['trailing_newline'] })
})

it('with --max the last line comes with its cause, although the listener ends', async () => {
  const host = testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } })
  let url: string | undefined
  const { stdout, code } = await runCommand(['webhook', 'listen', '--port', '0', '--json', '--max', '3'], {
    host,
    onOutput: (text, stream) => {
      const found = /http:\/\/127[^"\s]+/.exec(text)?.[0]
      if (stream !== 'stderr' || url !== undefined || found === undefined) return
      url = found
      const { body, headers } = signed()
      const changed = { headers, body: Buffer.from(`${body}\n`) }
      void Promise.all([changed, changed, changed].map(each => send(found, each)))
    },
  })
  expect(code).toBe(0)
  const lines = jsonLines(stdout)
  expect(lines.map(({ verdict, hints }) => [verdict, hints])).toEqual(
    Array.from({ length: 3 }, () => ['rejected', ['trailing_newline']]),
  )
})
