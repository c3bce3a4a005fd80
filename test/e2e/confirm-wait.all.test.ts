/** `charge confirm` and `charge wait` as processes; the tables are in test/commands/charge/confirm-wait.test.ts. */

import { describe, expect, it } from 'vitest'
import { fields, openStore } from '../support/store.ts'

const store = await openStore()
const confirm = (id: string, ...flags: string[]) => store.pixctl(['charge', 'confirm', id, ...flags])
const wait = (id: string, ...flags: string[]) => store.pixctl(['charge', 'wait', id, ...flags])

describe('charge confirm', () => {
  it('is exit 0 for a PAID charge that is as expected', async () => {
    const id = await store.createPaid('--amount', '10.50', '--description', 'Table 4')
    const { stdout, stderr, code } = await confirm(id, '--amount', '10,50', '--description', 'Table 4')
    expect(code).toBe(0)
    expect(fields(stdout)).toMatchObject({ id, status: 'PAID', amount: '10.50' })
    expect(stderr).toContain('as expected')
  })
})

describe('charge wait', () => {
  it('is exit 0 for a PAID charge, at once', async () => {
    const id = await store.createPaid('--amount', '1')
    const { stdout, stderr, code } = await wait(id, '--json')
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(JSON.parse(stdout)).toMatchObject({ id, status: 'PAID' })
  })
})
