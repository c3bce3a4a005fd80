/** Runs `doctor`, and makes the machines and services that it looks at. */

import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Keytar } from '#credentials/keychain.ts'
import { LocalMachine } from '../support/local.ts'
import { errorOf, type Run } from '../support/pixctl.ts'
import { runCommand, type testHost } from '../support/run.ts'
import { type Act, answer, answerBy, ScriptedService } from '../support/service.ts'

export const KEY = 'service_live_for_doctor'
export const NAMES = [
  ...['node', 'time_zone', 'config_folder', 'data_folder', 'cache_folder', 'state', 'keychain', 'profile'],
  ...['proxy', 'base_url', 'clock', 'api_key', 'realtime', 'inbox', 'webhooks'],
]

interface Row {
  name: string
  status: string
  detail: string
  next: string | null
}

export function machine(env: Record<string, string> = {}): LocalMachine {
  const made = new LocalMachine(env)
  onTestFinished(() => made[Symbol.dispose]())
  return made
}

/** Runs `doctor --json`; gives its checks by name. */
export async function doctor(host: ReturnType<typeof testHost>, ...args: string[]) {
  return checksOf(await runCommand(['doctor', '--json', ...args], { host }))
}

function checksOf(run: Run): { run: Run; checks: Record<string, Row> } {
  const { passed, checks } = JSON.parse(run.stdout) as { passed: boolean; checks: Row[] }
  expect(checks.map(({ name }) => name)).toEqual(NAMES)
  for (const check of checks) {
    expect(Object.keys(check)).toEqual(['name', 'status', 'detail', 'next'])
    if (check.status === 'fail') expect(check.next, check.name).not.toBeNull()
  }
  const failed = checks.filter(({ status }) => status === 'fail')
  expect({ passed, code: run.code }).toEqual({
    passed: failed.length === 0,
    code: failed.length === 0 ? 0 : 1,
  })
  if (failed.length > 0) expect(errorOf(run).error).toContain(failed[0]!.name)
  return { run, checks: Object.fromEntries(checks.map(each => [each.name, each])) }
}

export const statuses = (checks: Record<string, Row>) =>
  Object.fromEntries(Object.values(checks).map(({ name, status }) => [name, status]))

/** Every file and folder, with its mode, size and time of its last change. */
export function listing(folder: string): string[] {
  return [folder, ...readdirSync(folder, { recursive: true }).map(each => join(folder, `${each}`))].map(
    path => {
      const { mode, size, mtimeMs, ctimeMs } = statSync(path)
      return [path, mode.toString(8), size, mtimeMs, ctimeMs].join(' ')
    },
  )
}

/** A keychain that has these secrets, by account. */
export function keychainWith(secrets: Record<string, string> = {}): () => Promise<Keytar> {
  return async () => ({
    getPassword: async (_service, account) => secrets[account] ?? null,
    setPassword: () => Promise.reject(new Error('doctor must not write')),
    deletePassword: () => Promise.reject(new Error('doctor must not delete')),
  })
}

/** A service that answers each of doctor's two requests so, and a machine that has a key for it. */
export async function against(act: Act, env: Record<string, string> = {}) {
  const service = await new ScriptedService(act, act).start()
  onTestFinished(() => service[Symbol.asyncDispose]())
  return machine({ PIXCTL_BASE_URL: service.baseUrl, PIXCTL_API_KEY: KEY, ...env })
}

export const REFUSED = answer(401, { error: 'API Key is invalid' })
export const accepting = (permissions: readonly string[], headers: Record<string, string> = {}) =>
  answerBy(({ headers: { authorization } }) =>
    authorization === `Bearer ${KEY}`
      ? answer(200, { data: { authenticated: true, permissions, withdrawalsEnabled: false } }, headers)
      : answer(401, { error: 'API Key is invalid' }, headers),
  )

/** Writes config.json, and other files into the config folder. */
export function configured({ configDir }: LocalMachine, config: unknown, files: Record<string, string> = {}) {
  mkdirSync(configDir, { recursive: true, mode: 0o700 })
  const text = typeof config === 'string' ? config : JSON.stringify(config)
  for (const [name, content] of Object.entries({ 'config.json': text, ...files })) {
    writeFileSync(join(configDir, name), content, { mode: 0o600 })
  }
}
