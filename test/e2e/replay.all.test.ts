/** `webhook replay`: kept events sent again. */

import { describe, expect, it } from 'vitest'
import { listed } from '../inbox/arriving.ts'
import { withReplayable } from '../support/kept.ts'
import { ended, errorOf, Machine, notesOf } from '../support/pixctl.ts'
import { jsonLines } from '../support/store.ts'
import { type Answer, SECRET, type Target } from '../webhooks/target.ts'

const replaying = (...answers: Answer[]) =>
  withReplayable(new Machine({ PIXCTL_WEBHOOK_SECRET: SECRET }), answers)
const replay = (target: Target, ...args: string[]) => ['webhook', 'replay', ...args, '--to', target.url]

describe('the secret', () => {
  it('is never shown, and neither is a signature', async () => {
    const { machine, target } = await replaying(500)
    const { stdout, stderr } = await machine.pixctl([...replay(target, 'dlv_1'), '--debug'], {
      env: { DEBUG: '*', NODE_DEBUG: '*' },
    })
    expect(stderr).toMatch(/POST 127\.0\.0\.1:\d+ 500 \d+ ms/)
    expect(stdout + stderr).not.toContain(SECRET)
    expect(stdout + stderr).not.toContain(SECRET.replace('whsec_', ''))
    expect(stdout + stderr).not.toContain(String(target.got[0]?.headers['x-service-signature']))
  })
})

describe('an interruption', () => {
  it('is exit 130; what was sent before is shown and recorded', async () => {
    const { machine, inbox, target } = await replaying(204, () => {})
    const child = machine.start([...replay(target, 'dlv_1', 'dlv_2', 'dlv_3'), '--json'])
    const end = ended(child)
    await target.requests(2)
    child.kill('SIGINT')
    const { stdout, stderr, code } = await end
    expect(code).toBe(130)
    expect(jsonLines(stdout)).toMatchObject([
      { delivery: 'dlv_1', status: 204 },
      { delivery: 'dlv_2', status: null },
    ])
    expect(notesOf({ stderr })).toEqual([
      expect.stringMatching(/signed with the secret of/),
      '1 left that was not sent',
    ])
    expect(await listed(inbox)).toMatchObject([
      { delivery: 'dlv_3', attemptCount: 0 },
      { delivery: 'dlv_2', forward: 'none', attemptCount: 1, lastStatus: null },
      { delivery: 'dlv_1', forward: 'done' },
    ])
  })
})

describe('a full disk', () => {
  it('is exit 1 when a 2xx can not be recorded, and nothing more is sent', async () => {
    const { machine, inbox, target } = await replaying(204)
    const run = await machine.shell(
      `ulimit -S -f 1; pixctl ${replay(target, 'dlv_1', 'dlv_2').join(' ')} --json`,
    )
    expect(errorOf(run)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('could not be recorded'),
    })
    expect(jsonLines(run.stdout)).toMatchObject([{ delivery: 'dlv_1', status: 204 }])
    expect(target.got).toHaveLength(1)
    expect((await listed(inbox)).at(-1)).toMatchObject({ forward: 'none', attemptCount: 0 })
  })
})
