/** A service that answers as no HTTP library does: what is created, and what stays unknown. */

import { describe, expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { againstLocal } from '../../support/scripted.ts'
import { cutHalfway, ONE_ATTEMPT, paymentBody } from '../../support/service.ts'
import { UNUSUAL, usual, WRONG, written } from '../../support/unusual-answers.ts'

const CREATE = ['charge', 'create', '--amount', '10.50', '--json', ...ONE_ATTEMPT]
const CHARGE = JSON.stringify({ data: paymentBody() })

describe('a charge', () => {
  it.each(UNUSUAL)('is created by an answer that %s', async (_name, bytes) => {
    await using it = await againstLocal(written(bytes(201, CHARGE)))
    const { stdout, stderr, code } = await it.machine.pixctl(CREATE)
    expect([JSON.parse(stdout), stderr, code]).toEqual([paymentBody(), '', 0])
    expect(await it.unresolved()).toEqual([])
  })

  it.each(WRONG)('is unknown, and kept, after %s', async (_name, bytes) => {
    await using it = await againstLocal(written(bytes(201, CHARGE)))
    const run = await it.machine.pixctl(CREATE)
    expect(run).toMatchObject({ stdout: '', code: 9 })
    expect(await it.unresolved()).toHaveLength(1)
  })

  it.each([
    ['cut', cutHalfway(201, { data: paymentBody() })],
    ['no chunk', written('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n')],
  ])('is unknown when the body of a 201 is %s; its status is named', async (_name, act) => {
    await using it = await againstLocal(act)
    const run = await it.machine.pixctl(CREATE)
    expect(run).toMatchObject({ stdout: '', code: 9 })
    expect(errorOf(run)).toMatchObject({
      error: expect.stringContaining('the answer (201) was cut short'),
      status: 201,
      exitCode: 9,
    })
    expect(await it.unresolved()).toHaveLength(1)
  })

  it('is unknown when the answer has more than 64 KB of headers, and the error says so', async () => {
    await using it = await againstLocal(written(usual(201, CHARGE, `X-Long: ${'x'.repeat(66_000)}\r\n`)))
    const run = await it.machine.pixctl(CREATE)
    expect(run).toMatchObject({ stdout: '', code: 9 })
    expect(errorOf(run).error).toContain('the answer has more than 64 KB of headers')
  })

  it.each(UNUSUAL)('is read from an answer that %s', async (_name, bytes) => {
    await using it = await againstLocal(written(bytes(200, CHARGE)))
    const { stdout, code } = await it.machine.pixctl(['charges', 'get', 'pay_1', '-q'])
    expect([stdout, code]).toEqual(['pay_1\n', 0])
  })
})
