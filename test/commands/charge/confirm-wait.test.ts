/** `charge confirm` and `charge wait`: what they end with, and what they say. */

import { describe, expect, it } from 'vitest'
import { passing } from '../../support/clock.ts'
import { errorOf } from '../../support/pixctl.ts'
import { answer, paymentBody, ScriptedService } from '../../support/service.ts'
import { fields, openLocalStore } from '../../support/store.ts'

const store = await openLocalStore()
const confirm = (id: string, ...flags: string[]) => store.pixctl(['charge', 'confirm', id, ...flags])
const wait = (id: string, ...flags: string[]) =>
  store.pixctl(['charge', 'wait', id, ...flags], { clock: passing() })

describe('charge confirm', () => {
  it.each([
    ['--amount 10.49 --pass-fee', 'requestedAmount: expected 10.49, is 10.50'],
    ['--amount 10.50', 'passFee: expected false, is true', 'amount: expected 10.50'],
    ['--amount 10.50 --pass-fee --description x', 'description: expected "x", is "Table 4"'],
  ])('is exit 11 for %s, and names the difference', async (flags, ...differences) => {
    const id = await store.createPaid('--amount', '10.50', '--pass-fee', '--description', 'Table 4')
    expect((await confirm(id, '--amount', '10.50', '--pass-fee')).code).toBe(0)
    const run = await confirm(id, ...flags.split(' '), '--json')
    expect(run.code).toBe(11)
    for (const difference of differences) expect(errorOf(run).error).toContain(difference)
    expect(JSON.parse(run.stdout)).toMatchObject({ id, status: 'PAID' })
  })

  it('is 11 while it is EXPIRED, and does not say that it can be delivered', async () => {
    const { id } = await store.create('--amount', '10.50')
    await store.move(id, 'expire')
    const { stderr, code } = await confirm(id, '--amount', '10.50')
    expect(code).toBe(11)
    expect(stderr).toContain('status: expected PAID, is EXPIRED')
    expect(stderr).toContain('do not hand over the goods')
  })

  it('makes one GET and nothing else', async () => {
    await using service = await new ScriptedService(
      answer(200, { data: paymentBody({ status: 'PAID', paidAt: '2026-01-01T00:00:01Z' }) }),
    ).start()
    const { code } = await store.pixctl(['charge', 'confirm', 'pay_1', '--amount', '10.50'], {
      env: { PIXCTL_BASE_URL: service.baseUrl },
    })
    expect(code).toBe(0)
    expect(service.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/v1/payments/pay_1'])
  })
})

describe('charge wait', () => {
  it('is exit 11 for one that ended unpaid, and prints the charge', async () => {
    const { id } = await store.create('--amount', '1')
    await store.move(id, 'fail')
    const run = await wait(id, '--json')
    expect(run.code).toBe(11)
    expect(JSON.parse(run.stdout)).toMatchObject({ id, status: 'FAILED' })
    expect(errorOf(run).error).toContain('ended unpaid')
  })

  it('sees a late payment with --late', async () => {
    const pending = paymentBody({ status: 'EXPIRED' })
    const late = paymentBody({ status: 'PAID', paidAt: '2026-01-02T00:00:00Z' })
    await using service = await new ScriptedService(
      answer(200, { data: pending }),
      answer(200, { data: late }),
    ).start()
    const { stdout, code } = await store.pixctl(
      ['charge', 'wait', 'pay_1', '--late', '--wait-timeout', '1s'],
      { clock: passing(), env: { PIXCTL_BASE_URL: service.baseUrl } },
    )
    expect(code).toBe(0)
    expect(fields(stdout)).toMatchObject({ status: 'PAID' })
  })

  it('gives up on an unknown charge at once', async () => {
    const run = await wait('pay_unknown', '--json')
    expect({ stdout: run.stdout, code: run.code }).toEqual({ stdout: '', code: 5 })
    expect(errorOf(run)).toMatchObject({ status: 404 })
  })
})
