/** stdout for data, stderr for the rest; closed pipes, closed input, and signals. */

import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { ended, errorOf } from '../support/pixctl.ts'
import { against } from '../support/scripted.ts'
import { answer, paymentBody, silence } from '../support/service.ts'
import { openStore } from '../support/store.ts'
import { volume } from '../support/volume.ts'

const store = await openStore()
/** More ids than a pipe holds. */
const CHARGES = volume(5000, 2500)
await store.control('/seed', { count: CHARGES })

describe('a closed pipe', () => {
  it.each([
    ['tab-separated', ''],
    ['CSV', '--csv'],
    ['JSON', '--json'],
    ['ids', '-q'],
  ])('ends %s quietly, in the middle of thousands of charges', async (_name, format) => {
    const line = `pixctl charges list --all --rate-limit off ${format} | head -1`
    const { stdout, stderr, code } = await store.machine.shell(line)
    expect(stdout.split('\n')).toHaveLength(2)
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  })

  it('ends without a message if nobody reads at all', async () => {
    const run = await store.machine.shell('pixctl charges list --limit 100 | true')
    expect(run).toEqual({ stdout: '', stderr: '', code: 0 })
  })

  it('loses nothing when its reader is slow', async () => {
    const line = 'pixctl charges list --all --rate-limit off -q | (read first; cat) | wc -l'
    const { stdout, code } = await store.machine.shell(line)
    expect(code).toBe(0)
    expect(Number(stdout)).toBe(CHARGES - 1)
  })
})

describe('stdin', () => {
  it('may be closed', async () => {
    expect((await store.machine.shell('pixctl charge create --amount 1 -q <&-')).code).toBe(0)
  })

  it('is not read by commands that need none', async () => {
    const line = "printf 'a\\nb\\n' | while read -r each; do pixctl balance >/dev/null; echo $each; done"
    // `balance` in the loop must not swallow the second line.
    expect((await store.machine.shell(line)).stdout).toBe('a\nb\n')
  })
})

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (signal, exitCode) => {
  it(`ends charge recover in flight with ${exitCode}, with its key`, async () => {
    await using scripted = await against(silence, silence)
    const child = scripted.machine.start(['charge', 'create', '--amount', '10.50'])
    await scripted.service.requests(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const recover = scripted.machine.start(['charge', 'recover', '--json'])
    await scripted.service.requests(2)
    recover.kill(signal)
    const run = await ended(recover)
    expect(errorOf(run)).toMatchObject({
      exitCode,
      idempotencyKey: scripted.service.seen[0]?.headers['idempotency-key'],
    })
    expect(await scripted.unresolved()).toHaveLength(1)
  })
})

it('a second SIGINT ends at once, although output is still waiting to be read', async () => {
  // More than a pipe and its reader hold.
  const charge = paymentBody({ novelty: 'x'.repeat(1_000_000) })
  const page = { data: [charge], pagination: { page: 1, limit: 100, total: 300 } }
  await using scripted = await against(answer(200, page), silence)
  const child = scripted.machine.start(['charges', 'list', '--all', '--json'])
  await Promise.all([once(child.stdout, 'readable'), scripted.service.requests(2)])
  const exited = once(child, 'exit')
  // The first one ends the run, which then waits for its reader.
  child.kill('SIGINT')
  const again = setInterval(() => child.kill('SIGINT'), 100)
  const [code] = await exited
  clearInterval(again)
  child.stdout.destroy()
  expect(code).toBe(130)
})
