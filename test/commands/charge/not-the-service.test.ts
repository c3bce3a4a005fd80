/** A firewall or a proxy that answers in place of the service: that is no refusal, the charge may exist. */

import { describe, expect, it } from 'vitest'
import { againstLocal } from '../../support/scripted.ts'
import { answer, ONE_ATTEMPT } from '../../support/service.ts'
import { jsonLines } from '../../support/store.ts'

const PAGE = '<html><body>Blocked</body></html>'
const CREATE = ['charge', 'create', '--amount', '10.50', ...ONE_ATTEMPT]
const KEY = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const REFUSALS = [400, 401, 403, 404, 405, 409, 413, 429]

describe('a creation that is answered', () => {
  it.each(REFUSALS)('%i with a page: exit 9, and it stays unresolved', async status => {
    await using store = await againstLocal(answer(status, PAGE, { 'content-type': 'text/html' }))
    const { stdout, stderr, code } = await store.machine.pixctl([...CREATE, '--idempotency-key', KEY])
    expect({ stdout, code }).toEqual({ stdout: '', code: 9 })
    expect(stderr).toContain(`${status} without the service's error body: a firewall or a proxy`)
    expect(stderr).toContain(`pixctl charge recover ${KEY}`)
    expect(await store.unresolved()).toMatchObject([{ idempotencyKey: KEY }])
  })

  it.each([400, 409, 429])('%i with the error of the service is refused', async status => {
    await using store = await againstLocal(answer(status, { error: 'no' }))
    expect((await store.machine.pixctl(CREATE)).code).not.toBe(9)
    expect(await store.unresolved()).toEqual([])
  })

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['an error that is no text', { error: { message: 'Forbidden' } }],
    ['a page that was cut', '{"error":"no'],
  ])('403 with %s is unknown', async (_what, body) => {
    await using store = await againstLocal(answer(403, body))
    expect((await store.machine.pixctl(CREATE)).code).toBe(9)
    expect(await store.unresolved()).toHaveLength(1)
  })

  it('429 with a page and then refused by the service is unknown', async () => {
    const busy = answer(429, PAGE, { 'retry-after': '1' })
    await using store = await againstLocal(busy, answer(400, { error: 'no' }))
    expect((await store.machine.pixctl(['charge', 'create', '--amount', '10.50'])).code).toBe(9)
    expect(await store.unresolved()).toHaveLength(1)
  })

  it('with a page, and refused by the service when it is sent again, stays unresolved', async () => {
    const refused = answer(400, { error: 'no' })
    await using store = await againstLocal(answer(403, PAGE), refused, answer(409, PAGE))
    await store.machine.pixctl(CREATE)
    for (let again = 0; again < 2; again++) {
      const { stdout, code } = await store.machine.pixctl(['charge', 'recover', '--json'])
      expect(code).toBe(9)
      expect(jsonLines(stdout)).toMatchObject([{ outcome: 'unknown' }])
    }
  })

  it('409 with a page is no conflict in a file, and the run ends after a page that is for all rows', async () => {
    await using store = await againstLocal(answer(409, PAGE), answer(403, PAGE))
    const input = 'reference,amount\nA-1,10.50\nA-2,10.50\nA-3,10.50\n'
    const args = ['charge', 'create', '--from', '-', '--parallel', '1', '--json', ...ONE_ATTEMPT]
    const { stdout, code } = await store.machine.pixctl(args, { input })
    expect(code).toBe(9)
    expect(jsonLines(stdout)).toMatchObject([
      { reference: 'A-1', outcome: 'unknown' },
      { reference: 'A-2', outcome: 'unknown' },
    ])
    expect(await store.unresolved()).toHaveLength(2)
  })
})

it('a reading that is answered 404 with a page is exit 8: the charge may be there', async () => {
  await using store = await againstLocal(answer(404, PAGE))
  const { stderr, code } = await store.machine.pixctl(['charges', 'get', 'pay_1'])
  expect(code).toBe(8)
  expect(stderr).not.toContain('no charge pay_1')
})
