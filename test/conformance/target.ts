/**
 * The service the conformance tests speak to: the one of PIXCTL_CONFORMANCE_BASE_URL and
 * PIXCTL_CONFORMANCE_API_KEY, or their own sandbox.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Permission } from '#contract/generated/types.ts'
import { isError } from '#contract/generated/validators.js'
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/index.ts'
import { type Answer, type Call, call } from '../support/http.ts'

const foreignUrl = process.env.PIXCTL_CONFORMANCE_BASE_URL || undefined
const foreignKey = process.env.PIXCTL_CONFORMANCE_API_KEY || undefined

export interface Target {
  /** Calls a path of the REST base with the key; waits and calls again after a 429. */
  api(path: string, call?: Call): Promise<Answer>
  /** Creates a charge and gives its data. */
  create(body?: unknown): Promise<Answer['body']>
  /** Calls the sandbox's dashboard; not there for another base URL. */
  control(path: string, call?: Call): Promise<Answer>
  /** Makes a key of the sandbox, with only these permissions if they are given; also its id, and the header that has it. */
  newKey(permissions?: Permission[]): Promise<{ id: string; headers: { Authorization: string } }>
}

/** Tests that need the sandbox's dashboard (to pay, to make keys) and are skipped for another base URL. */
export function describeWithControl(name: string, tests: () => void): void {
  describe.skipIf(foreignUrl)(
    `${name} (skipped for another base URL: it needs a sandbox's control routes)`,
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
    async control(path, request = {}) {
      if (!sandbox) throw new Error('only a sandbox can be controlled')
      const headers = { Authorization: `Bearer ${sandbox.apiKey}`, ...request.headers }
      return call(`${new URL(sandbox.baseUrl).origin}/sandbox${path}`, { ...request, headers })
    },
    async newKey(permissions) {
      const body = permissions ? { permissions } : {}
      const { id, apiKey } = (await target.control('/keys', { method: 'POST', body })).body.data
      return { id, headers: { Authorization: `Bearer ${apiKey}` } }
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
