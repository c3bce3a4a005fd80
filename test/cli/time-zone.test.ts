/** A `TZ` that Node doesn't know: exit 2 for what counts in local days, one warning elsewhere, and a failed check of doctor. */

import { afterEach, describe, expect, it } from 'vitest'
import { charge, paged } from '../charges/paged.ts'
import { errorOf } from '../support/pixctl.ts'
import { runCommand, testHost } from '../support/run.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

/** With a service that knows one charge. The environment of the process is what Node reads. */
async function runIn(TZ: string, args: readonly string[]) {
  const { run } = await paged([charge(1, '2026-11-20T12:00:00Z')])
  process.env.TZ = TZ
  return run([...args], { env: { TZ } })
}

const UNKNOWN = [
  ['America/Sao_Paulos', 'America/Sao_Paulo'],
  ['america/sao_paulo', 'America/Sao_Paulo'],
  ['Manaus', 'America/Manaus'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['BRT3', 'America/Sao_Paulo'],
  ['/usr/share/zoneinfo/America/Sao_Paulo', 'America/Sao_Paulo'],
  ['Factory', 'America/Sao_Paulo'],
] as const

describe('a TZ that Node does not know', () => {
  it.each(UNKNOWN)('%j is exit 2 with the nearest name, %s', async (TZ, near) => {
    const { code, stdout, stderr } = await runIn(TZ, ['report'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(
      `error: there is no time zone "${TZ}", which TZ names: local times and days would be wrong\n` +
        `  set TZ=${near}, or unset it to use the zone of this machine\n`,
    )
  })

  it.each([
    ['report', '--ofx'],
    ['charges', 'list', 'hoje'],
    ['charges', 'list', '--until', '20/11/2026'],
    ['charges', 'list', '--csv', '--csv-style', 'excel-br'],
    ['charges', 'watch'],
    ['reconcile'],
    ['webhook', 'deliveries', '--since', 'today'],
    ['webhook', 'verify', '--at', 'ontem'],
  ])('is exit 2, and nothing else is said: %s %s %s %s', async (...args) => {
    const { code, stdout, stderr } = await runIn('America/Sao_Paulos', args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^error: there is no time zone/)
    expect(stderr.split('\n')).toHaveLength(3)
  })

  it('is an error of usage in JSON too', async () => {
    const run = await runIn('America/Sao_Paulos', ['report', '--json'])
    expect(errorOf(run)).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('TZ=America/Sao_Paulo'),
    })
  })

  it.each([
    ['charges', 'list'],
    ['charges', 'list', '--since', '2h'],
    ['charges', 'list', '--since', '2026-11-20T00:00:00-03:00'],
    ['charges', 'get', 'pay_1'],
  ])('is one warning where no local day counts: %s %s %s %s', async (...args) => {
    const { code, stderr } = await runIn('America/Sao_Paulos', args)
    expect(code).toBe(0)
    expect(stderr.match(/warning: there is no time zone "America\/Sao_Paulos"/g)).toHaveLength(1)
  })

  it('is a failed check of doctor, without a warning', async () => {
    const { code, stdout, stderr } = await runIn('America/Sao_Paulos', ['doctor', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout).checks).toContainEqual({
      name: 'time_zone',
      status: 'fail',
      detail:
        'there is no time zone "America/Sao_Paulos", which TZ names: local times and days would be wrong',
      next: 'set TZ=America/Sao_Paulo, or unset it to use the zone of this machine',
    })
    expect(stderr).not.toContain('"note"')
  })
})

describe('a TZ that Node knows', () => {
  it.each([
    ['UTC', 'UTC (+00:00)'],
    ['America/Sao_Paulo', 'America/Sao_Paulo (-03:00)'],
    [':America/Sao_Paulo', 'America/Sao_Paulo (-03:00)'],
    ['Brazil/East', 'America/Sao_Paulo (-03:00)'],
    ['EST5EDT', 'America/New_York (-05:00)'],
  ])('%s counts the days of %s', async (TZ, said) => {
    const { code, stderr } = await runIn(TZ, ['report', '--since', '2026-11-20', '--until', '2026-11-20'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: `2026-11-20, ${said}\n` })
  })

  it('is not asked for where there is none', async () => {
    const { code, stdout } = await runCommand(['version'], { host: testHost({ env: { TZ: '' } }) })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('pixctl/') })
  })
})
