/** Data on its way into a file that has no room for all of it: written whole, or an error. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Machine, type Run } from '../support/pixctl.ts'
import { against } from '../support/scripted.ts'
import { answer, paymentBody } from '../support/service.ts'
import { jsonLines } from '../support/store.ts'
import { cursors, FIRST, machineOf, Stream } from '../support/tailing.ts'

/** The largest file that a run may write, in KiB: its state is far smaller. */
const LARGEST = 8 * 1024

/** Runs a command into a file that has so many bytes of room; gives what it wrote there. */
async function into(room: number, machine: Machine, line: string): Promise<Run> {
  const path = join(machine.folder, 'out')
  const taken = LARGEST * 1024 - room
  writeFileSync(path, Buffer.alloc(taken))
  const run = await machine.shell(`ulimit -S -f ${LARGEST}; pixctl ${line} >> '${path}'`)
  return { ...run, stdout: readFileSync(path).subarray(taken).toString() }
}

describe('a file that is full', () => {
  it.each(['--version', '--no-color --version', '--help', 'help charges list', 'auth list --json'])(
    'after some bytes is exit 1: %s',
    async line => {
      using machine = new Machine()
      const run = await into(1, machine, line)
      expect(run.code).toBe(1)
      expect(run.stdout).toHaveLength(1)
      if (line !== '--version') expect(run.stderr).toContain('could not be written (it is too large, EFBIG)')
    },
  )

  it.each(['--limit 100 --json', '--limit 100', '--limit 100 --csv', '--all -q'])(
    'in the middle of charges is exit 1: charges list %s',
    async flags => {
      const data = Array.from({ length: 100 }, (_, n) => paymentBody({ id: `pay_${n}` }))
      const page = answer(200, { data, pagination: { page: 1, limit: 100, total: 100 } })
      await using store = await against(page)
      const { stdout, stderr, code } = await into(300, store.machine, `charges list ${flags}`)
      expect({ code, length: stdout.length }).toEqual({ code: 1, length: 300 })
      expect(stderr).toContain('could not be written (it is too large, EFBIG)')
    },
  )

  it('with just enough room: exit 0', async () => {
    using machine = new Machine()
    const { stdout } = await machine.shell('pixctl --help')
    expect(await into(stdout.length, machine, '--help')).toEqual({ stdout, stderr: '', code: 0 })
  })
})

describe('events tail into a file that fills', () => {
  it.each([
    ['--max 200', 200],
    ['', 200],
    ['--max 2000', 2000],
  ])('ends with 1, and the cursor is not past what is whole there: %s', async (flags, count) => {
    const stream = await Stream.start()
    const machine = machineOf(stream)
    const all = stream.addMany(count)
    const run = await into(16 * 1024, machine, `events tail --json --after 0 ${flags}`)
    expect(run.code).toBe(1)
    expect(run.stderr).toContain('could not be written (it is too large, EFBIG)')
    expect(run.stdout).not.toMatch(/\n$/)
    const whole = run.stdout.slice(0, run.stdout.lastIndexOf('\n') + 1)
    const shown: string[] = jsonLines(whole).map(({ event }) => event.id)
    expect(shown).toEqual(all.slice(0, shown.length))
    const [saved = '0'] = (await cursors(machine)).filter(cursor => cursor !== '0')
    expect(BigInt(saved) === 0n ? 0 : Number(BigInt(saved) - FIRST)).toBeLessThanOrEqual(shown.length)
    // The next run has room, and leaves nothing out.
    const next = await machine.pixctl(['events', 'tail', '--json', '--max', '1'])
    const [{ event }] = jsonLines(next.stdout)
    expect(all.slice(0, shown.length + 1)).toContain(event.id)
  })
})
