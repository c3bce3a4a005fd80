/**
 * The service the conformance tests speak to: the one of PIXCTL_CONFORMANCE_BASE_URL and
 * PIXCTL_CONFORMANCE_API_KEY, or their own sandbox.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { isError } from '#contract/generated/validators.js'
import { DASHBOARD_API } from '#lib/sandbox/data.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/index.ts'
import { dashboardAuthorization } from '../support/dashboard.ts'
import { type Answer, type Call, call } from '../support/http.ts'

const foreignUrl = process.env.PIXCTL_CONFORMANCE_BASE_URL || undefined
const foreignKey = process.env.PIXCTL_CONFORMANCE_API_KEY || undefined

export interface Target {
  /** Calls a path of the REST base with the key; waits and calls again after a 429. */
  api(path: string, call?: Call): Promise<Answer>
  /** Creates a charge and gives its data. */
  create(body?: unknown): Promise<Answer['body']>
  /** Calls the sandbox's dashboard; not there for another base URL. */
  dashboard(path: string, call?: Call): Promise<Answer>
}

/** Tests that need the sandbox's dashboard (to pay, to make keys) and are skipped for another base URL. */
export function describeWithDashboard(name: string, tests: () => void): void {
  describe.skipIf(foreignUrl)(
    `${name} (skipped for another base URL: it needs the sandbox's dashboard)`,
    tests,
  )
}

/** The target of a test file, started before its tests and stopped after them. */
export function useTarget(options: Partial<SandboxOptions> = {}): Target {
  let sandbox: Sandbox | undefined
  beforeAll(async () => {
    if (!foreignUrl) sandbox = await startSandbox({ dataDir: ':memory:', rateLimit: 'off', ...options })
  })
  afterAll(() => sandbox?.close())

  const target: Target = {
    async api(path, request = {}) {
      const headers = { Authorization: `Bearer ${sandbox?.apiKey ?? foreignKey}`, ...request.headers }
      const answer = await call((sandbox?.baseUrl ?? foreignUrl) + path, { ...request, headers })
      if (answer.status !== 429 || sandbox) return answer
      await setTimeout(Number(answer.headers['retry-after']) * 1000)
      return target.api(path, request)
    },
    async create(body = { amount: 10.5 }) {
      const answer = await target.api('/payments', post(body))
      expect(answer.status, answer.text).toBe(201)
      return answer.body.data
    },
    async dashboard(path, request = {}) {
      if (!sandbox) throw new Error('only a sandbox has this dashboard')
      const headers = { Authorization: await dashboardAuthorization(sandbox), ...request.headers }
      return call(sandbox.dashboardUrl + DASHBOARD_API + path, { ...request, headers })
    },
  }
  return target
}

/** A creation with a new UUID, unless one is given. */
export function post(body: unknown, idempotencyKey: string = randomUUID()): Call {
  return { method: 'POST', headers: { 'Idempotency-Key': idempotencyKey }, body }
}

/** Expects a status with an Error body (docs/service.md, 7). */
export function expectError(answer: Answer, status: number): void {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/json\b/)
  expect(isError(answer.body), answer.text).toBe(true)
  expect(answer.body.error).not.toBe('')
  expect(answer.body).not.toHaveProperty('data')
}
