/** Every exit code that these commands have, plain and as a line of JSON (docs/exit-codes.md). */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EXIT_CODES } from '#cli/output/exit-codes.ts'
import { describeExitCodes, type ExitRun } from '../support/exit-codes.ts'
import { errorOf } from '../support/pixctl.ts'
import { againstLocal } from '../support/scripted.ts'
import { answer, ONE_ATTEMPT } from '../support/service.ts'
import { openLocalStore } from '../support/store.ts'

const store = await openLocalStore()

/** A run that ends with each code, with the same flags except --json. */
const RUNS: ExitRun[] = [
  [
    1,
    'state that is unreadable',
    (...json) => {
      const folder = join(store.machine.folder, 'broken', 'profiles', 'default')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'state.db'), 'not a database', { mode: 0o600 })
      const env = { PIXCTL_DATA_DIR: join(store.machine.folder, 'broken') }
      return store.pixctl(['charge', 'create', '--amount', '1', ...json], { env })
    },
  ],
  [2, 'wrong usage', (...json) => store.pixctl(['charges', 'get', 'a/b', ...json])],
  [
    2,
    'a refusal as invalid (400)',
    (...json) => store.pixctl(['charge', 'create', '--amount', '1000', '--pass-fee', ...json]),
  ],
  [
    2,
    'a port in use',
    (...json) => store.pixctl(['sandbox', 'start', '--port', new URL(store.sandbox.baseUrl).port, ...json]),
  ],
  [3, 'no secret', (...json) => store.pixctl(['status', ...json], { env: { PIXCTL_API_KEY: '' } })],
  [
    3,
    'a key that was revoked (401)',
    async (...json) => {
      const { id, apiKey } = await store.key(['balance:read'])
      await store.control(`/keys/${id}`, undefined, { method: 'DELETE' })
      return store.pixctl(['balance', ...json], { env: { PIXCTL_API_KEY: apiKey } })
    },
  ],
  [
    4,
    'a key without the permission (403)',
    async (...json) => {
      const { apiKey } = await store.key(['payments:read'])
      return store.pixctl(['balance', ...json], { env: { PIXCTL_API_KEY: apiKey } })
    },
  ],
  [5, 'an unknown charge (404)', (...json) => store.pixctl(['charges', 'get', 'pay_unknown', ...json])],
  [
    5,
    'an unknown charge of the sandbox',
    (...json) => store.pixctl(['sandbox', 'pay', 'pay_unknown', ...json]),
  ],
  [
    6,
    'a conflict of keys (409)',
    async (...json) => {
      const key = ['--idempotency-key', crypto.randomUUID()]
      await store.create('--amount', '1', ...key)
      return store.pixctl(['charge', 'create', '--amount', '2', ...key, ...json])
    },
  ],
  [
    6,
    'paying what has FAILED',
    async (...json) => {
      const { id } = await store.create('--amount', '1')
      await store.move(id, 'fail')
      return store.pixctl(['sandbox', 'pay', id, ...json])
    },
  ],
  [
    7,
    'a rate limit past the patience (429)',
    async (...json) => {
      await using scripted = await againstLocal(answer(429, { error: 'slow' }, { 'retry-after': '30' }))
      return await scripted.machine.pixctl(['status', '--timeout', '5', ...json])
    },
  ],
  [
    8,
    'a service that fails (503)',
    async (...json) => {
      await using scripted = await againstLocal(answer(503, { error: 'later' }))
      return await scripted.machine.pixctl(['status', ...ONE_ATTEMPT, ...json])
    },
  ],
  [
    9,
    'no network',
    (...json) => store.pixctl(['status', '--base-url', 'http://127.0.0.1:1/api/v1', ...ONE_ATTEMPT, ...json]),
  ],
  [
    9,
    'no sandbox',
    (...json) =>
      store.pixctl(['sandbox', 'pay', 'pay_1', ...json], {
        env: { PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' },
      }),
  ],
  [
    11,
    'a charge that ended unpaid',
    async (...json) => {
      const { id } = await store.create('--amount', '1')
      await store.move(id, 'fail')
      return store.pixctl(['charge', 'wait', id, ...json])
    },
  ],
  [
    12,
    'a charge that is still unpaid',
    async (...json) => {
      const { id } = await store.create('--amount', '1')
      return store.pixctl(['charge', 'wait', id, '--wait-timeout', '0', ...json])
    },
  ],
]

describeExitCodes(RUNS)

it('what the service said is in the line: its status and its code', async () => {
  const run = await store.pixctl(['charges', 'get', 'pay_unknown', '--json'])
  expect(errorOf(run)).toEqual({
    error: expect.any(String),
    exitCode: 5,
    status: 404,
    code: 'payment_not_found',
  })
})

it('the table has the codes of the contract', () => {
  expect(Object.values(EXIT_CODES)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 130, 143])
})
