/** The `sandbox` commands, against a sandbox that runs in this process. */

import { describe, expect, it } from 'vitest'
import { runCommand, testHost } from '../support/run.ts'
import { startSandboxOn } from '../support/sandbox.ts'

describe('sandbox deposit', () => {
  it('takes up to 1,000,000.00', async () => {
    const host = testHost()
    await startSandboxOn(host, '--data', ':memory:')
    const deposit = (amount: string) => runCommand(['sandbox', 'deposit', amount, '--json'], { host })
    expect(JSON.parse((await deposit('1000000.00')).stdout).amount).toBe(1_000_000)
    const more = await deposit('1000000.01')
    expect(more).toMatchObject({ code: 2, stderr: expect.stringContaining('at most 1000000.00') })
  })
})
