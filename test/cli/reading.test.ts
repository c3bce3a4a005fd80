/** Commands that only read create no state, and close the one that there is. */

import { existsSync, readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { updateConfig } from '#credentials/profiles.ts'
import { systemClock } from '#lib/clock.ts'
import { errorOf } from '../support/pixctl.ts'
import { runCommand, testHost } from '../support/run.ts'
import { answer, cut, ONE_ATTEMPT, ScriptedService } from '../support/service.ts'

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const page = answer(200, {
  data: [],
  pagination: { page: 1, limit: 100, total: 0, totalPages: 0 },
})

let host: ReturnType<typeof testHost>
let dataDir: string
beforeEach(() => {
  host = testHost({ env: { PIXCTL_API_KEY: 'service_live_1', PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' } })
  dataDir = host.env.PIXCTL_DATA_DIR!
})

const READING = [
  ['webhook', 'deliveries'],
  ['charge', 'recover', '--list'],
  ['charge', 'recover'],
  ['charge', 'recover', ID],
  ['charge', 'recover', '--forget', ID],
  ['webhook', 'replay', 'evt_1', '--to', 'http://127.0.0.1:1/'],
  ['webhook', 'replay', 'evt_1'],
  ['reconcile'],
]

describe('a profile that has no state yet', () => {
  it.each([
    [['webhook', 'deliveries', '--json'], { code: 0, stdout: '[]\n' }],
    [['charge', 'recover', '--list', '--json'], { code: 0, stdout: '[]\n' }],
    [['charge', 'recover', '--json'], { code: 0, stdout: '' }],
    [['charge', 'recover', ID, '--json'], { code: 5, stdout: '' }],
    [['webhook', 'replay', 'evt_1', '--to', 'http://127.0.0.1:1/', '--json'], { code: 5, stdout: '' }],
  ])('gives an empty result, and no file is made: %j', async (args, result) => {
    await updateConfig(host.env.PIXCTL_CONFIG_DIR!, systemClock, config => {
      config.profiles.set('shop', {})
    })
    expect(await runCommand([...args, '-p', 'shop'], { host })).toMatchObject(result)
    expect(await runCommand(args, { host })).toMatchObject(result)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('is compared with the service', async () => {
    await using service = await new ScriptedService(page).start()
    host = { ...host, env: { ...host.env, PIXCTL_BASE_URL: service.baseUrl } }
    const { stdout, code } = await runCommand(['reconcile', '--json'], { host })
    expect({ ...JSON.parse(stdout), code }).toEqual({ agrees: true, days: [], differences: [], code: 0 })
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('a state', () => {
  const lose = async () => {
    await using service = await new ScriptedService(cut).start()
    const env = { ...host.env, PIXCTL_BASE_URL: service.baseUrl, PIXCTL_PROFILE: 'ci' }
    const args = ['charge', 'create', '--amount', '10.50', ...ONE_ATTEMPT]
    expect((await runCommand(args, { host: { ...host, env } })).code).toBe(9)
  }

  it('is enough for a profile that only the environment defines', async () => {
    await lose()
    const { stdout } = await runCommand(['charge', 'recover', '--list', '--json', '-p', 'ci'], { host })
    expect(JSON.parse(stdout)).toMatchObject([{ amount: 10.5 }])
  })

  it('is closed by every command that opened it', async () => {
    await lose()
    for (const args of READING) {
      await runCommand([...args, '-p', 'ci', ...ONE_ATTEMPT], { host })
      expect(readdirSync(join(dataDir, 'profiles', 'ci')).sort(), args.join(' ')).toEqual(['state.db'])
    }
  })

  it('that was emptied is never treated as a new one', async () => {
    await lose()
    truncateSync(join(dataDir, 'profiles', 'ci', 'state.db'))
    const runs = [...READING, ['charge', 'create', '--amount', '10.50']]
    for (const args of runs) {
      const run = await runCommand([...args, '-p', 'ci', '--json'], { host })
      const expected = args.join(' ') === 'webhook replay evt_1' ? 2 : 1
      expect(errorOf(run).exitCode, args.join(' ')).toBe(expected)
    }
  })
})
