/** `doctor`: all checks together, that one that hangs doesn't stop the others, and that nothing is changed. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { runCommand } from '../support/run.ts'
import { startSandboxOn } from '../support/sandbox.ts'
import { ScriptedService, silence } from '../support/service.ts'
import { configured, doctor, KEY, keychainWith, listing, machine, NAMES, statuses } from './examine.ts'

describe('doctor', () => {
  it('finds nothing wrong on a healthy machine, and changes nothing', async () => {
    const own = machine()
    const host = own.host()
    const { apiKey, wsToken } = await startSandboxOn(host)
    expect((await own.pixctl(['charge', 'create', '--amount', '1'])).code).toBe(0)
    expect((await own.pixctl(['charges', 'sync'])).code).toBe(0)
    const before = listing(own.folder)
    const { run, checks } = await doctor({ ...host, loadKeytar: keychainWith() })
    expect(statuses(checks)).toEqual({
      ...Object.fromEntries(NAMES.map(name => [name, 'ok'])),
      proxy: 'skip',
      inbox: 'skip',
    })
    expect(checks.state!.detail).toMatch(/^2 files are whole, /)
    expect(checks.api_key!.detail).toContain('payments:create, payments:read, balance:read')
    expect(run.stderr).toBe('')
    expect(run.stdout).not.toContain(apiKey)
    expect(run.stdout).not.toContain(wsToken)
    expect(listing(own.folder)).toEqual(before)
  })

  it('makes nothing where nothing is set up, and says how to begin', async () => {
    const own = machine()
    const before = listing(own.folder)
    const { checks } = await doctor(own.host())
    expect(statuses(checks)).toMatchObject({
      ...{
        node: 'ok',
        config_folder: 'ok',
        data_folder: 'ok',
        state: 'ok',
        keychain: 'warn',
        profile: 'warn',
      },
      ...{ base_url: 'skip', clock: 'skip', api_key: 'skip', realtime: 'skip', proxy: 'skip', inbox: 'skip' },
      ...{ webhooks: 'skip' },
    })
    expect(checks.profile!.next).toContain('pixctl auth login --base-url')
    expect(checks.profile!.next).toContain('pixctl sandbox start')
    expect(listing(own.folder)).toEqual(before)
  })

  it('prints a line for each check in a pipe', async () => {
    const { stdout, stderr } = await machine().pixctl(['doctor'])
    const rows = stdout.split('\n').slice(0, -1)
    expect(rows.map(row => row.split('\t')[0])).toEqual(NAMES)
    for (const row of rows) expect(row.split('\t')).toHaveLength(4)
    expect(stderr).toBe('no check failed; 2 warnings\n')
  })

  it.each([40, 80])('fits a terminal of %i columns in both languages, with whole commands', async columns => {
    for (const lang of ['en', 'pt-BR']) {
      const terminal = { columns, rows: 60 }
      const run = await machine().pixctl(['doctor', '--no-color', '--lang', lang], { terminal })
      expect(run.stdout).toContain(lang === 'en' ? 'base_url' : 'URL base')
      expect(run.stdout).toMatch(/^ +(.*: )?pixctl auth login --base-url https:\/\/…\/api\/v1$/m)
      const lines = run.stdout.split('\n').filter(line => !line.includes('pixctl auth login'))
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(columns)
    }
  })
})

it('with a config.json that is broken fails once, at the profile', async () => {
  const own = machine()
  configured(own, '{')
  const { checks } = await doctor(own.host())
  expect(checks.profile).toMatchObject({ status: 'fail', detail: expect.stringContaining('config.json') })
  expect(statuses(checks)).toMatchObject({ keychain: 'warn', state: 'ok', config_folder: 'ok' })
})

it('ends by Ctrl-C while something hangs', async () => {
  const service = await new ScriptedService(silence, silence).start()
  onTestFinished(() => service[Symbol.asyncDispose]())
  const interrupt = new AbortController()
  const own = machine({ PIXCTL_BASE_URL: service.baseUrl, PIXCTL_API_KEY: KEY })
  const run = runCommand(['doctor'], { host: own.host({ signal: interrupt.signal }) })
  await service.requests(2)
  interrupt.abort(new Stopped('interrupted'))
  expect(await run).toMatchObject({ stdout: '', stderr: '', code: 130 })
})
