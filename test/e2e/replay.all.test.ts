/** `webhook replay` on a full disk. */

import { expect, it } from 'vitest'
import { listed } from '../inbox/arriving.ts'
import { withReplayable } from '../support/kept.ts'
import { errorOf, Machine } from '../support/pixctl.ts'
import { jsonLines } from '../support/store.ts'
import { SECRET } from '../webhooks/target.ts'

it('a replay whose 2xx can not be recorded is exit 1, and nothing more is sent', async () => {
  const machine = new Machine({ PIXCTL_WEBHOOK_SECRET: SECRET })
  const { inbox, target } = await withReplayable(machine, [204])
  const run = await machine.shell(
    `ulimit -S -f 1; pixctl webhook replay dlv_1 dlv_2 --to ${target.url} --json`,
  )
  expect(errorOf(run)).toMatchObject({ exitCode: 1, error: expect.stringContaining('could not be recorded') })
  expect(jsonLines(run.stdout)).toMatchObject([{ delivery: 'dlv_1', status: 204 }])
  expect(target.got).toHaveLength(1)
  expect((await listed(inbox)).at(-1)).toMatchObject({ forward: 'none', attemptCount: 0 })
})
