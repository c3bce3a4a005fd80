/** A `--since` after today: nothing can be found from there on, so a warning says it. What scripts read stays. */

import { describe, expect, it } from 'vitest'
import { charge, paged } from '../charges/paged.ts'
import { FakeClock } from '../support/clock.ts'
import { notesOf } from '../support/pixctl.ts'
import { againstLocal } from '../support/scripted.ts'

/** 22:30 in São Paulo; in UTC it is the next day already. */
const clock = new FakeClock('2026-11-21T01:30:00.000Z')

async function listed(args: string[], LC_ALL = 'C') {
  const { run } = await paged([charge(1, '2026-11-20T12:00:00Z')])
  return run(['charges', 'list', ...args], { clock, env: { LC_ALL } })
}

const note = (start: string) => `nothing is between ${start} and the end of today`

describe('charges list', () => {
  it.each(['--since', '--paid-since'])('with %s warns, and prints no charge', async flag => {
    const { stdout, stderr, code } = await listed([flag, '2026-11-21'])
    expect({ stdout, code }).toEqual({ stdout: '', code: 0 })
    expect(stderr).toContain(`warning: ${note(`${flag} 2026-11-21`)}\n`)
  })

  it('warns in Portuguese, and in English with --json', async () => {
    const args = ['--since', '2026-11-21T00:00']
    const { stderr } = await listed(args, 'pt_BR.UTF-8')
    expect(stderr).toContain('aviso: não há nada entre --since 2026-11-21T00:00 e o fim de hoje\n')
    const run = await listed([...args, '--json'], 'pt_BR.UTF-8')
    expect(notesOf(run)).toContain(note('--since 2026-11-21T00:00'))
    expect(JSON.parse(run.stdout).data).toEqual([])
  })

  it.each([['today'], ['2026-11-20'], ['2026-11-20T23:59'], ['0s']])('does not warn of %s', async since => {
    const { stderr, code } = await listed(['--since', since])
    expect({ warned: stderr.includes('warning:'), code }).toEqual({ warned: false, code: 0 })
  })
})

it('webhook deliveries warns', async () => {
  await using scripted = await againstLocal()
  const run = await scripted.machine.pixctl(['webhook', 'deliveries', '--json', '--since', '2099-01-01'], {
    clock,
  })
  expect([run.stdout, notesOf(run), run.code]).toEqual(['[]\n', [note('--since 2099-01-01')], 0])
})
