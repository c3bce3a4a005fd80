/** `charge create`, by a store whose sandbox is in this process. */

import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { FakeClock } from '../../support/clock.ts'
import { runCommand } from '../../support/run.ts'
import { fields, jsonLines, openLocalStore } from '../../support/store.ts'
import { readPng, readSvg, scan } from '../../terminal/picture.ts'

const store = await openLocalStore()
const create = (...flags: string[]) => store.pixctl(['charge', 'create', ...flags])

describe('charge create', () => {
  it('prints name and value lines, and says on stderr whose the charge is', async () => {
    const { stdout, stderr, code } = await create('--amount', '10.50', '--description', 'Café \u202eà mesa')
    expect(code).toBe(0)
    expect(stderr).toBe(
      `profile default at ${new URL(store.sandbox.baseUrl).host}, with PIXCTL_API_KEY of the environment\n`,
    )
    expect(stdout.split('\n').map(line => line.split('\t')[0])).toEqual([
      ...['id', 'status', 'amount', 'requestedAmount', 'fee', 'netAmount', 'currency', 'description'],
      ...['passFee', 'pixCode', 'validityMinutes', 'expiresAt', 'paidAt', 'createdAt', ''],
    ])
    expect(fields(stdout)).toMatchObject({
      status: 'PENDING',
      amount: '10.50',
      requestedAmount: '10.50',
      fee: '0.11',
      netAmount: '10.39',
      currency: 'BRL',
      description: 'Café \\u202eà mesa',
      passFee: 'false',
      validityMinutes: '30',
      paidAt: '',
    })
  })

  it("prints the service's own object under --json, and nothing else anywhere", async () => {
    const { stdout, stderr, code } = await create('--amount', '10.50', '--json')
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const charge = JSON.parse(stdout) as Payment
    expect(stdout).toBe(`${JSON.stringify(charge, null, 2)}\n`)
    expect((await store.api(`/payments/${charge.id}`)).body.data).toEqual(charge)
  })

  it.each([
    ['30', 30],
    ['7d', 10080],
  ])('takes the validity %s', async (text, validityMinutes) => {
    const charge = await store.create('--amount', '1', '--validity', text)
    expect(charge.validityMinutes).toBe(validityMinutes)
    expect(Date.parse(charge.expiresAt!) - Date.parse(charge.createdAt)).toBe(validityMinutes * 60_000)
  })

  it('says what the service refused: with its fee the total is above 1000.00', async () => {
    const { stdout, stderr, code } = await create('--amount', '1000', '--pass-fee')
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toContain('1010.00')
  })

  it.each([
    ['80 emoji, each two UTF-16 units', '🍕'.repeat(80)],
    ['what looks like an option', '--amount'],
  ])('keeps a description of %s', async (_name, description) => {
    const charge = await store.create('--amount', '1', `--description=${description}`)
    expect(charge.description ?? '').toBe(description)
  })
})

describe('charge create --idempotency-key', () => {
  it('makes one charge, and says of the second that it already existed', async () => {
    const key = randomUUID()
    const flags = ['--amount', '7.77', '--description', 'once', '--idempotency-key', key]
    const first = await create(...flags, '--json')
    const again = await create(...flags, '--json')
    expect([first.code, again.code]).toEqual([0, 0])
    expect(JSON.parse(again.stdout).id).toBe(JSON.parse(first.stdout).id)
    expect(first.stderr).toBe('')
    expect(again.stderr).toContain('already existed')
    expect(again.stderr).toContain(key)
  })

  it('names what differs on a conflict (exit 6)', async () => {
    const key = ['--idempotency-key', randomUUID()]
    await store.create('--amount', '1', '--description', 'a', ...key)
    const other = ['--amount', '2.00', '--description', 'b', '--pass-fee', '--validity', '1h']
    const { stdout, stderr, code } = await create(...other, ...key)
    expect({ stdout, code }).toEqual({ stdout: '', code: 6 })
    expect(stderr).toContain('409')
    for (const difference of [
      ...['amount: first 1, now 2', 'description: first "a", now "b"'],
      ...['passFee: first false, now true', 'validityMinutes: first 30, now 60'],
    ])
      expect(stderr).toContain(difference)
  })
})

describe('charge create --qr', () => {
  it.each([
    ['PNG', 'png', (file: Buffer) => readPng(file), 1],
    ['SVG', 'svg', (file: Buffer) => readSvg(file.toString()), 4],
  ])('writes a %s file that a scanner reads', async (_name, extension, read, scale) => {
    const file = join(store.machine.folder, `code.${extension}`)
    const { stdout, stderr, code } = await create('--amount', '3.33', '--qr', file)
    expect(code).toBe(0)
    expect(stderr).toContain(`QR code written to ${file}`)
    expect(scan(read(readFileSync(file)), scale)).toBe(fields(stdout).pixCode)
  })

  it('refuses a folder that is not there before anything is sent', async () => {
    const before = (await store.api('/payments')).body.pagination.total
    const file = join(store.machine.folder, 'nowhere', 'code.png')
    const { stderr, code } = await create('--amount', '3.33', '--qr', file)
    expect(code).toBe(2)
    expect(stderr).toContain(file)
    expect((await store.api('/payments')).body.pagination.total).toBe(before)
  })

  it('names the charge when the file then cannot be written', async () => {
    const folder = join(store.machine.folder, 'a-folder.png')
    mkdirSync(folder)
    const { stdout, stderr, code } = await create('--amount', '3.33', '--qr', folder)
    expect(code).toBe(1)
    expect(stderr).toContain(fields(stdout).id)
    expect(stderr).toContain('pixctl charges get')
  })
})

describe('charge create --wait', () => {
  it('prints the charge as created and as it ended, a line each', async () => {
    const clock = new FakeClock(Date.now())
    const first = Promise.withResolvers<{ id: string }>()
    const run = runCommand(['charge', 'create', '--amount', '5', '--wait', '--json'], {
      host: store.machine.host({ clock }),
      onOutput: text => {
        if (text.endsWith('\n')) first.resolve(jsonLines(text)[0])
      },
    })
    const { id } = await first.promise
    await clock.asleep()
    await store.move(id, 'pay')
    await clock.advanceAsync(5_000)
    const { stdout, code } = await run
    expect(code).toBe(0)
    expect(jsonLines(stdout)).toMatchObject([
      { id, status: 'PENDING', paidAt: null, qrCode: expect.stringMatching(/^data:image/) },
      { id, status: 'PAID', paidAt: expect.any(String) },
    ])
    expect(jsonLines(stdout)[1]).not.toHaveProperty('qrCode')
  })
})
