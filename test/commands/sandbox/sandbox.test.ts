/** The `sandbox` commands, against a sandbox that runs in this process. */

import { describe, expect, it } from 'vitest'
import { notesOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { startSandboxOn } from '../../support/sandbox.ts'

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

describe('sandbox pay, expire and fail', () => {
  const withCharge = async () => {
    const host = testHost()
    await startSandboxOn(host, '--data', ':memory:')
    const run = (...args: string[]) => runCommand(args, { host })
    const create = async () => (await run('charge', 'create', '--amount', '10', '-q')).stdout.trim()
    return { run, create }
  }

  it('print only the id with -q', async () => {
    const { run, create } = await withCharge()
    for (const move of ['pay', 'expire', 'fail']) {
      const id = await create()
      expect(await run('sandbox', move, id, '-q')).toMatchObject({ code: 0, stdout: `${id}\n` })
      expect(await run('sandbox', move, id, '--quiet', '--json')).toMatchObject({ code: 2, stdout: '' })
    }
  })

  it.each([
    ['pay', 'PAID'],
    ['expire', 'EXPIRED'],
    ['fail', 'FAILED'],
  ])('again (%s) say that nothing has changed, to scripts too', async (move, status) => {
    const { run, create } = await withCharge()
    const id = await create()
    expect(await run('sandbox', move, id, '--json')).toMatchObject({ code: 0, stderr: '' })
    const again = await run('sandbox', move, id, '--json')
    expect([again.code, notesOf(again)]).toEqual([0, [`charge ${id} was already ${status}: nothing changed`]])
    expect(JSON.parse(again.stdout)).toMatchObject({ id, status })
    expect((await run('sandbox', move, id)).stderr).toContain(`${id} was already ${status}`)
  })

  it('are exit 6 for a charge that has ended differently, exit 5 for an unknown one, each with a next step', async () => {
    const { run, create } = await withCharge()
    const id = await create()
    await run('sandbox', 'fail', id)
    const failed = await run('sandbox', 'pay', id)
    expect(failed).toMatchObject({ code: 6, stdout: '', stderr: expect.stringContaining('FAILED') })
    expect(failed.stderr).toContain(`pixctl charges get ${id} --profile sandbox`)
    const unknown = await run('sandbox', 'pay', 'pay_unknown')
    expect(unknown).toMatchObject({ code: 5, stdout: '' })
    expect(unknown.stderr).toContain('pixctl charges list --profile sandbox')
  })
})
