/** A long file takes no more memory than a short one. */

import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { walk } from '../../tools/bench/measure.ts'
import { Machine } from '../support/pixctl.ts'
import { volume } from '../support/volume.ts'

const run = fileURLToPath(new URL('../../bin/run.js', import.meta.url))
const ROWS = volume(500_000, 200_000)
/** It levels off at about 150 MiB, with one million rows as with five; a million rows in memory would need twice that. */
const MOST_MIB = 200

it(`checks ${ROWS} rows in less than ${MOST_MIB} MiB`, { timeout: 120_000 }, async () => {
  const machine = new Machine()
  onTestFinished(() => machine[Symbol.dispose]())
  const path = join(machine.folder, 'long.csv')
  const file = openSync(path, 'w')
  writeSync(file, 'reference,amount,description\n')
  for (let row = 0; row < ROWS; row += 10_000) {
    const lines = Array.from({ length: 10_000 }, (_, n) => `order-${row + n},1.50,Row ${row + n}\n`)
    writeSync(file, lines.join(''))
  }
  closeSync(file)
  const args = [run, 'charge', 'create', '--from', path, '--dry-run', '--json']
  const { peakKib, rows } = await walk({ name: '--dry-run', args, env: machine.env })
  expect(rows).toBe(4)
  expect(peakKib).toBeLessThan(MOST_MIB * 1024)
})
