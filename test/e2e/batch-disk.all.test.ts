/** `charge create --from` on a disk that fills up: nothing is sent that isn't written down. */

import { expect, it } from 'vitest'
import { Charging, csvOf } from '../support/charging.ts'
import { unresolved } from '../support/scripted.ts'
import { rows } from '../support/store.ts'
import { hasDisks, smallDisk } from './disk.ts'

it.skipIf(!hasDisks)('ends early with 1 when the journal is full, and the next run finishes it', async () => {
  let fill = () => {}
  const charging = new Charging(n => {
    if (n === 20) fill()
    return undefined
  })
  const machine = await charging.machine()
  const disk = smallDisk(machine)
  fill = disk.fill
  const args = ['charge', 'create', '--from', '-', '--rate-limit', 'off', '--parallel', '4']
  const input = csvOf(100)
  const run = await machine.pixctl(args, { input })
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('the run ended early: ') })
  expect(run.stderr).toMatch(/\d+ of 100 rows were not sent/)
  // What was sent was printed, and nothing else.
  expect(rows(run.stdout)).toHaveLength(charging.seen.length)
  expect(charging.seen.length).toBeLessThan(100)
  disk.empty()
  const open = await unresolved(machine)
  const keys = charging.seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual(expect.arrayContaining(open.map(({ idempotencyKey }) => idempotencyKey)))
  expect(await machine.pixctl(args, { input })).toMatchObject({ code: 0 })
  expect(charging.charges.size).toBe(100)
  expect(await unresolved(machine)).toEqual([])
})
