/** Commands that ask the service by the beginning of an id that is kept on this machine. */

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openInbox, take } from '../../inbox/arriving.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { startSandboxOn } from '../../support/sandbox.ts'

let machine: LocalMachine
const pixctl = (...args: string[]) => machine.pixctl(args)
const create = async () => (await pixctl('charge', 'create', '--amount', '10.50', '-q')).stdout.trim()
/** Keeps a payment in the inbox of the sandbox's profile. */
const keepPayment = async (paymentId: string) =>
  await take(await openInbox(machine.dataDir, 'sandbox'), {
    delivery: paymentId,
    eventId: paymentId,
    paymentId,
  })
/** Creates charges as another machine would, and gives their ids, the newest first. */
async function seeded(): Promise<string[]> {
  await pixctl('sandbox', 'seed', '5')
  return (await pixctl('charges', 'list', '-q')).stdout.trim().split('\n')
}
/** The charge without its last characters, which no other begins with. */
const cut = (id: string) => id.slice(0, -3)

beforeEach(async () => {
  machine = new LocalMachine()
  onTestFinished(() => machine[Symbol.dispose]())
  await startSandboxOn(machine.host(), '--data', ':memory:')
})

describe('the beginning of an id', () => {
  it('is completed by what this machine has created', async () => {
    const id = await create()
    const { stdout, stderr, code } = await pixctl('charges', 'get', cut(id), '-q')
    expect({ stdout, code }).toEqual({ stdout: `${id}\n`, code: 0 })
    expect(stderr).toContain(
      `there is no charge ${cut(id)}; the only one found that begins like that is ${id}\n`,
    )
  })

  it('is taken to pay and wait, and never to confirm', async () => {
    const id = await create()
    const paid = await pixctl('sandbox', 'pay', cut(id))
    expect(paid).toMatchObject({ code: 0, stderr: expect.stringContaining(`charge ${id} is paid now`) })
    const confirmed = await pixctl('charge', 'confirm', cut(id), '--amount', '10.50')
    expect(confirmed).toMatchObject({ code: 2, stdout: '' })
    expect(confirmed.stderr).not.toContain('PAID')
    expect(await pixctl('charge', 'wait', cut(id), '-q')).toMatchObject({ code: 0, stdout: `${id}\n` })
  })

  it('is completed by the archive and by the inbox', async () => {
    const id = await create()
    await pixctl('charges', 'sync')
    await keepPayment(id)
    expect((await pixctl('charges', 'get', cut(id), '-q')).stdout).toBe(`${id}\n`)
  })

  it('is completed by the newest charges of the service, whoever has created them', async () => {
    await seeded()
    const id = (await pixctl('charges', 'list', '--status', 'pending', '-q')).stdout.trim().split('\n')[0]
    const { stdout, code } = await pixctl('charges', 'get', cut(id!), '-q')
    expect({ stdout, code }).toEqual({ stdout: `${id}\n`, code: 0 })
  })

  it('is as charges list shows it on a terminal', async () => {
    const ids = await seeded()
    const { stdout } = await machine.pixctl(['charges', 'list', '--no-color'], {
      terminal: { columns: 80, rows: 24 },
    })
    const shown = stdout
      .split('\n')
      .slice(1, -1)
      .map(line => line.split(' ')[0]!)
    expect(shown).toEqual(ids.map(id => id.slice(0, 'pay_'.length + 6)))
    for (const [index, short] of shown.slice(0, 3).entries())
      expect((await pixctl('charges', 'get', short, '-q')).stdout).toBe(`${ids[index]}\n`)
  })
})

describe('charge confirm', () => {
  const confirm = (id: string) => pixctl('charge', 'confirm', id, '--amount', '10.50')
  const shown = (id: string) => id.slice(0, 'pay_'.length + 6)
  const parts: [string, (id: string) => string][] = [
    ['as charges list shows it', shown],
    ['its end, as the counter shows it', id => `…${id.slice(-4)}`],
    ['in capitals', id => id.toUpperCase()],
  ]

  it.each(parts)(
    'says of a paid charge %s that the id is too short, and how to see it whole',
    async (_name, part) => {
      const id = await create()
      await pixctl('sandbox', 'pay', id)
      const given = part(id)
      const { stdout, stderr, code } = await confirm(given)
      const asked = given.replace('…', '')
      expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
      expect(stderr.split('\n').slice(-3)).toEqual([
        `error: the id ${asked} is too short, or has other capital letters: charge confirm takes only the whole id`,
        `  to see whole ids: pixctl charges list --search ${asked}`,
        '',
      ])
      const listed = await machine.pixctl(['charges', 'list', '--search', asked, '--no-color'], {
        terminal: { columns: 80, rows: 24 },
      })
      expect(listed.stdout).toContain(`${id} `)
      expect(await confirm(id)).toMatchObject({ code: 0 })
    },
  )

  it('says that there is no charge with a longer id, or with one that is known here', async () => {
    await keepPayment('pay_gone')
    await keepPayment('pay_gone_too')
    for (const id of ['pay_3017e8d674dd63e876ab27', 'pay_gone'])
      expect(await confirm(id)).toMatchObject({ code: 5, stderr: expect.stringContaining(`no charge ${id}`) })
  })
})

describe('another charge is never taken by accident', () => {
  it('if several begin like that: exit 2 with the candidates', async () => {
    const id = await create()
    await keepPayment(`${cut(id)}zzz`)
    const { exitCode, error } = errorOf(await pixctl('sandbox', 'pay', cut(id), '--json'))
    expect(exitCode).toBe(2)
    expect(error).toContain(`more than one charge begins with ${cut(id)}`)
    expect(error).toContain(id)
    expect(error).toContain(`${cut(id)}zzz`)
    expect((await pixctl('charges', 'get', id)).stdout).toContain('PENDING')
  })

  it('if one kept here and another one of the service begin like that', async () => {
    const [id] = await seeded()
    await keepPayment(`${cut(id!)}zzz`)
    const { exitCode, error } = errorOf(await pixctl('charge', 'wait', cut(id!), '--json'))
    expect(exitCode).toBe(2)
    expect(error).toContain(id)
    expect(error).toContain(`${cut(id!)}zzz`)
  })

  it('if fewer than six characters after pay_ are given', async () => {
    const id = await create()
    const beginning = (characters: number) => id.slice(0, 'pay_'.length + characters)
    expect(errorOf(await pixctl('sandbox', 'pay', beginning(5), '--json')).exitCode).toBe(5)
    expect(await pixctl('sandbox', 'pay', beginning(6))).toMatchObject({ code: 0 })
  })

  it('if the whole id is known here, but not to the service', async () => {
    await keepPayment('pay_gone_one')
    await keepPayment('pay_gone_one_2')
    const { exitCode, error } = errorOf(await pixctl('charges', 'get', 'pay_gone_one', '--json'))
    expect(exitCode).toBe(5)
    expect(error).not.toContain('pay_gone_one_2')
  })

  it('if the service does not know that one either', async () => {
    await keepPayment('pay_gone_for_good')
    const { code, stderr } = await pixctl('charges', 'get', 'pay_gone_for')
    expect(code).toBe(5)
    expect(stderr).toContain('the only one found that begins like that is pay_gone_for_good')
  })
})
