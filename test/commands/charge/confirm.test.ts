/** `charge confirm` of what the service answers: not as expected, or outside its contract. */

import { describe, expect, it } from 'vitest'
import { runCommand, testHost } from '../../support/run.ts'
import {
  type Act,
  answer,
  ONE_ATTEMPT,
  paymentBody,
  ScriptedService,
  silence,
} from '../../support/service.ts'

async function confirm(over: Record<string, unknown>, ...flags: string[]) {
  const charge = paymentBody({ status: 'PAID', paidAt: '2026-01-01T00:10:00.000Z', ...over })
  await using service = await new ScriptedService(answer(200, { data: charge })).start()
  const env = { PIXCTL_API_KEY: 'service_live_x', PIXCTL_BASE_URL: service.baseUrl }
  const terminal = flags.includes('--json') ? {} : { terminal: { columns: 100, rows: 40 } }
  const host = testHost({ env, ...terminal })
  return await runCommand(['charge', 'confirm', 'pay_1', '--amount', '10.50', '--no-color', ...flags], {
    host,
  })
}

it('is not as expected in another currency, and names it', async () => {
  const { stdout, stderr, code } = await confirm({ currency: 'USD' })
  expect(code).toBe(11)
  expect(stdout).toContain('currency: expected BRL, is USD\n')
  expect(stdout).not.toContain('requestedAmount')
  expect(stderr).not.toContain('error:')
  // Nobody takes dollars for reais.
  expect(stdout).toContain('USD 10.50')
  expect(stdout).not.toContain('R$')
})

it('takes a description for the same, whether its accents are a part of the letters or not', async () => {
  const description = 'Açaí do João'
  expect(await confirm({ description }, '--description', description.normalize('NFD'))).toMatchObject({
    code: 0,
  })
})

it('says the id of another charge that came', async () => {
  const { stderr, code } = await confirm({ id: 'pay_2' }, '--json')
  expect(code).toBe(8)
  expect(JSON.parse(stderr)).toMatchObject({ exitCode: 8, paymentId: 'pay_2' })
})

it('goes by the clock of the service, because that of this machine may be behind', async () => {
  const charge = paymentBody({ status: 'PAID', paidAt: '2099-01-01T00:10:00.000Z' })
  const date = 'Thu, 01 Jan 2099 00:10:01 GMT'
  await using service = await new ScriptedService(answer(200, { data: charge }, { date })).start()
  const env = { PIXCTL_API_KEY: 'service_live_x', PIXCTL_BASE_URL: service.baseUrl }
  const args = ['charge', 'confirm', 'pay_1', '--amount', '10.50']
  expect((await runCommand(args, { host: testHost({ env }) })).code).toBe(0)
})

describe('a PAID charge that contradicts itself', () => {
  it.each([
    ['no time of payment', { paidAt: null }, 'paidAt: expected a past time, is null'],
    ['one in the future', { paidAt: '2099-01-01T00:00:00Z' }, 'paidAt: expected a past time, is 2099'],
    ['another source', { source: 'wallet' }, 'source: expected api, is "wallet"'],
    ['a fee below zero', { fee: -0.01 }, 'fee: expected whole centavos, at least 0.00, is -0.01'],
  ])('is not confirmed: %s', async (_name, over, line) => {
    const { stdout, code } = await confirm(over)
    expect(code).toBe(11)
    expect(stdout.startsWith(`DO NOT HAND IT OVER: charge pay_1 is not as expected\n  ${line}`)).toBe(true)
  })

  it('is not confirmed if a member is there twice', async () => {
    const charge = JSON.stringify({ data: paymentBody({ status: 'PAID' }) })
    const twice = charge.replace('"status"', '"status":"PENDING","status"')
    await using service = await new ScriptedService(answer(200, twice)).start()
    const env = { PIXCTL_API_KEY: 'service_live_x', PIXCTL_BASE_URL: service.baseUrl }
    const run = await runCommand(['charge', 'confirm', 'pay_1', '--amount', '10.50'], {
      host: testHost({ env }),
    })
    expect(run).toMatchObject({ stdout: '', code: 8, stderr: expect.stringContaining('has a member twice') })
  })
})

describe('what is said first', () => {
  const ask = async (act: Act, amount = '10.50') => {
    await using service = await new ScriptedService(act).start()
    const env = { PIXCTL_API_KEY: 'service_live_x', PIXCTL_BASE_URL: service.baseUrl, NO_COLOR: '1' }
    const host = testHost({ env, terminal: { columns: 120, rows: 40 } })
    return await runCommand(['charge', 'confirm', 'pay_1', '--amount', amount, ...ONE_ATTEMPT], { host })
  }
  const paid = paymentBody({ status: 'PAID', paidAt: '2026-01-01T00:10:00.000Z', description: 'Table 4' })

  it.each([
    ['10.50', 0, 'PAID: R$ 10,50, Table 4, as expected; you may hand it over\n'],
    ['99', 11, 'DO NOT HAND IT OVER: charge pay_1 is paid, but with another amount\n  requestedAmount: '],
  ])('of a paid charge where %s was expected, then the charge', async (amount, exit, first) => {
    const { stdout, code } = await ask(answer(200, { data: paid }), amount)
    expect(stdout).toMatch(/ pay_1\n/)
    expect(stdout.startsWith(first)).toBe(true)
    expect(code).toBe(exit)
  })

  it.each([
    ['a 503', answer(503, { error: 'x' }), 8],
    ['a time-out', silence, 9],
  ])('after %s is that it is not known', async (_name, act, exit) => {
    const { stdout, stderr, code } = await ask(act)
    expect({ stdout, code }).toEqual({ stdout: '', code: exit })
    // Behind the escape that clears the progress.
    const error = "error: it isn't known whether it is paid, so hand nothing over yet: "
    expect(stderr.slice('\r\u001b[2K'.length).startsWith(error)).toBe(true)
  })
})

it('says the same at the end, on stderr, in a pipe and with -q', async () => {
  const pending = paymentBody({ status: 'PENDING' })
  const read = answer(200, { data: pending })
  await using service = await new ScriptedService(read, read).start()
  const env = { PIXCTL_API_KEY: 'service_live_x', PIXCTL_BASE_URL: service.baseUrl }
  const args = ['charge', 'confirm', 'pay_1', '--amount', '10.50']
  const piped = await runCommand(args, { host: testHost({ env }) })
  expect(piped.stdout).toMatch(/^id\tpay_1\nstatus\tPENDING\n/)
  expect(piped.stderr).toMatch(
    /^error: charge pay_1 is not as expected\n {2}status: expected PAID, is PENDING\n/,
  )
  const quiet = await runCommand([...args, '-q'], {
    host: testHost({ env, terminal: { columns: 80, rows: 24 } }),
  })
  expect(quiet.stdout).toBe('pay_1\n')
  expect(quiet.stderr).toContain('charge pay_1 is not as expected\n')
})
