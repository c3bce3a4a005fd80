/** `charges watch` as a process, in a pipe. */

import { expect, it } from 'vitest'
import { openStore } from '../support/store.ts'

it('follows the charges of the day until the reader has gone', async () => {
  const store = await openStore()
  await store.create('--amount', '1')
  let isOver = false
  const run = store.machine.shell('pixctl charges watch | head -1 | cut -f2').finally(() => {
    isOver = true
  })
  while (!isOver) await store.create('--amount', '2')
  const { stdout, stderr } = await run
  expect({ stdout, stderr }).toEqual({ stdout: 'PENDING\n', stderr: '' })
})
