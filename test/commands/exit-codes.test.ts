/** Every exit code that these commands have, plain and as a line of JSON (docs/exit-codes.md). */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EXIT_CODES } from '#cli/output/exit-codes.ts'
import type { Permission } from '#contract/generated/types.ts'
import { describeExitCodes, type ExitRun } from '../support/exit-codes.ts'
import { errorOf } from '../support/pixctl.ts'
import { againstLocal } from '../support/scripted.ts'
import { type Act, answer, ONE_ATTEMPT } from '../support/service.ts'
import { openLocalStore } from '../support/store.ts'

const store = await openLocalStore()

const NOWHERE = 'http://127.0.0.1:1/api/v1'

/** A charge that has moved so. */
async function charge(how?: 'fail'): Promise<string> {
  const { id } = await store.create('--amount', '1')
  if (how) await store.move(id, how)
  return id
}

/** Runs a command with a key that has only this permission, revoked or not. */
async function withKey(permission: Permission, isRevoked: boolean, args: string[]) {
  const { id, apiKey } = await store.key([permission])
  if (isRevoked) await store.control(`/keys/${id}`, undefined, { method: 'DELETE' })
  return store.pixctl(args, { env: { PIXCTL_API_KEY: apiKey } })
}

async function against(act: Act, args: string[]) {
  await using scripted = await againstLocal(act)
  return await scripted.machine.pixctl(args)
}

function withBrokenState(args: string[]) {
  const dataDir = join(store.machine.folder, 'broken')
  mkdirSync(join(dataDir, 'profiles', 'default'), { recursive: true })
  writeFileSync(join(dataDir, 'profiles', 'default', 'state.db'), 'not a database', { mode: 0o600 })
  return store.pixctl(args, { env: { PIXCTL_DATA_DIR: dataDir } })
}

async function conflict(json: string[]) {
  const key = ['--idempotency-key', crypto.randomUUID()]
  await store.create('--amount', '1', ...key)
  return store.pixctl(['charge', 'create', '--amount', '2', ...key, ...json])
}

const CREATE = ['charge', 'create', '--amount']
const { port } = new URL(store.sandbox.baseUrl)
const slow = answer(429, { error: 'slow' }, { 'retry-after': '30' })
const noKey = { env: { PIXCTL_API_KEY: '' } }
const noSandbox = { env: { PIXCTL_BASE_URL: NOWHERE } }

/** A run that ends with each code, with the same flags except --json. */
const RUNS: ExitRun[] = [
  [1, 'state that is unreadable', (...json) => withBrokenState([...CREATE, '1', ...json])],
  [2, 'wrong usage', (...json) => store.pixctl(['charges', 'get', 'a/b', ...json])],
  [2, 'a refusal as invalid (400)', (...json) => store.pixctl([...CREATE, '1000', '--pass-fee', ...json])],
  [2, 'a port in use', (...json) => store.pixctl(['sandbox', 'start', '--port', port, ...json])],
  [3, 'no secret', (...json) => store.pixctl(['status', ...json], noKey)],
  [3, 'a revoked key (401)', (...json) => withKey('balance:read', true, ['balance', ...json])],
  [4, 'no permission (403)', (...json) => withKey('payments:read', false, ['balance', ...json])],
  [5, 'an unknown charge (404)', (...json) => store.pixctl(['charges', 'get', 'pay_unknown', ...json])],
  [5, 'one of the sandbox', (...json) => store.pixctl(['sandbox', 'pay', 'pay_unknown', ...json])],
  [6, 'a conflict of keys (409)', (...json) => conflict(json)],
  [
    6,
    'paying what has FAILED',
    async (...json) => store.pixctl(['sandbox', 'pay', await charge('fail'), ...json]),
  ],
  [
    7,
    'a rate limit past the patience (429)',
    (...json) => against(slow, ['status', '--timeout', '5', ...json]),
  ],
  [
    8,
    'a failure (503)',
    (...json) => against(answer(503, { error: 'x' }), ['status', ...ONE_ATTEMPT, ...json]),
  ],
  [9, 'no network', (...json) => store.pixctl(['status', ...ONE_ATTEMPT, ...json], noSandbox)],
  [9, 'no sandbox', (...json) => store.pixctl(['sandbox', 'pay', 'pay_1', ...json], noSandbox)],
  [
    ...([11, 'a charge that ended unpaid'] as const),
    async (...json) => store.pixctl(['charge', 'wait', await charge('fail'), ...json]),
  ],
  [
    ...([12, 'a charge that is still unpaid'] as const),
    async (...json) => store.pixctl(['charge', 'wait', await charge(), '--wait-timeout', '0', ...json]),
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
