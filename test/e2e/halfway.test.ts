/** What goes wrong when a part is done: a charge is made, a page is read, nothing has been sent yet. */

import { describe, expect, it } from 'vitest'
import { answer, paymentBody } from '../support/service.ts'
import { against } from './scripted.ts'

describe('after a charge was made', () => {
  it.each([
    ['the reading of it is forbidden', 403, 4],
    ['it is not found', 404, 5],
  ])('says so when %s while it is waited for', async (_name, status, code) => {
    await using it = await against(answer(201, { data: paymentBody() }), answer(status, { error: 'no' }))
    const run = await it.machine.pixctl(['charge', 'create', '--amount', '10.50', '--wait'])
    expect(run.code).toBe(code)
    expect(run.stderr).toContain('charge pay_1 is made: pixctl charges get pay_1')
    expect(await it.unresolved()).toEqual([])
  })

  it('warns when it is over already', async () => {
    await using it = await against(answer(201, { data: paymentBody({ status: 'FAILED' }) }))
    const run = await it.machine.pixctl(['charge', 'create', '--amount', '10.50', '-q'])
    expect(run).toMatchObject({ code: 0, stdout: 'pay_1\n' })
    expect(run.stderr).toContain('the charge is FAILED already')
  })
})

describe('charges list --all', () => {
  it('ends with 8 and the counts when its pages give less than the service says it holds', async () => {
    const page = (number: number, ids: string[]) =>
      answer(200, {
        data: ids.map(id => paymentBody({ id, qrCode: undefined })),
        pagination: { page: number, limit: 100, total: 5 },
      })
    await using it = await against(page(1, ['pay_1', 'pay_2']), page(2, []))
    const run = await it.machine.pixctl(['charges', 'list', '--all', '-q'])
    expect(run).toMatchObject({ code: 8, stdout: 'pay_1\npay_2\n' })
    expect(run.stderr).toContain('holds 5 charges; its pages gave 2')
  })
})

it.each(['garbage', 'socks5://127.0.0.1:1', 'http://user:secret-word@'])(
  'refuses the proxy %j before anything is written or sent',
  async proxy => {
    await using it = await against()
    const run = await it.machine.pixctl(['charge', 'create', '--amount', '1'], {
      env: { HTTPS_PROXY: proxy },
    })
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('HTTPS_PROXY')
    expect(run.stderr).not.toContain('secret-word')
    expect(await it.unresolved()).toEqual([])
  },
)
