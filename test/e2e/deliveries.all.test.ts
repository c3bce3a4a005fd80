/** `webhook deliveries` as a process, and on a terminal; the tables are in test/commands/webhook/deliveries.test.ts. */

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Kept, STATES, withKept } from '../support/kept.ts'
import { Machine } from '../support/pixctl.ts'
import { noTerminal, onTerminal, plain } from './pty.ts'

const machineWith = (...arrivals: Kept[]) => withKept(new Machine(), arrivals)

describe('webhook deliveries', () => {
  it('says what is wrong when state.db is not a database', async () => {
    const machine = await machineWith(...STATES)
    const { code, stderr } = await machine.shell(
      'echo no database > "$PIXCTL_DATA_DIR/profiles/default/state.db"; rm "$PIXCTL_DATA_DIR"/profiles/default/state.db-*; pixctl webhook deliveries',
    )
    expect(code).toBe(1)
    expect(stderr).toContain("state.db can't be used")
  })
})

describe('webhook show', () => {
  const body = Buffer.from('{ "description":"caf\u00e9",\r\n"amount":10.50}\n\xff', 'latin1')
  const signed = (secret: string) => {
    const signature = createHmac('sha256', secret).update('1773144000.').update(body).digest('hex')
    return { body, headers: `Host\nlocalhost\nX-Service-Signature\nt=1773144000,v1=${signature}` }
  }

  it('gives webhook verify the headers and the very bytes of a delivery', async () => {
    const machine = await machineWith({ delivery: 'dlv_bytes_1', ...signed('whsec_right') })
    const pipe =
      'pixctl webhook show dlv_bytes_ --body | pixctl webhook verify --body - --headers <(pixctl webhook show dlv_bytes_ --headers) --at 1773144000'
    const verified = (secret: string) => machine.shell(pipe, { env: { PIXCTL_WEBHOOK_SECRET: secret } })
    const right = await verified('whsec_right')
    expect(right).toMatchObject({ code: 0, stdout: expect.stringContaining('reason\tvalid\n') })
    const wrong = await verified('whsec_wrong')
    expect(wrong).toMatchObject({ code: 10, stdout: expect.stringContaining('signature_mismatch') })
  })

  it('writes a large body whole, and ends quietly when its reader has enough', async () => {
    const large = Buffer.alloc(1024 * 1024, 'x')
    const machine = await machineWith({ delivery: 'dlv_large', body: large })
    expect((await machine.shell('pixctl webhook show dlv_large --body | wc -c')).stdout.trim()).toBe(
      '1048576',
    )
    const head = await machine.shell('pixctl webhook show dlv_large --body | head -c 3')
    expect(head).toEqual({ stdout: 'xxx', stderr: '', code: 0 })
  })
})

describe.skipIf(noTerminal)('webhook deliveries on a terminal', () => {
  it.each([80, 40])('is a table that fits %i columns', async columns => {
    const id = 'dlv_0123456789ab'
    const machine = await machineWith(...STATES, {
      delivery: id,
      type: 'payment.approved',
      eventId: 'evt_4',
    })
    const terminal = onTerminal(machine, 'pixctl webhook deliveries', { columns })
    expect(await terminal.ended).toBe(0)
    const lines = plain(terminal.screen).trimEnd().split('\n')
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(columns)
    // Ids and amounts are never cut: if there is no room, other columns go, and are named; ids get another line.
    const [table = '', left] = plain(terminal.screen).split('no room for ')
    expect(table.trimEnd().split('\n')).toHaveLength(columns < 80 ? 10 : 5)
    expect(left).toMatch(columns < 80 ? /RECEIVED, ATTEMPTS: a\s+wider/ : /EVENT ID, ATTEMPTS: a\s+wider/)
    if (columns < 80) {
      expect(lines.slice(2, 4)).toEqual([`${id}  pay_1    evt_4`, '  payment.ap…          pending'])
      return
    }
    expect(lines[0]).toMatch(/^RECEIVED +DELIVERY +EVENT +AMOUNT +PAYMENT +FORWARD$/)
    expect(lines[1]).toMatch(new RegExp(`^(10 Mar 09:00|2026-03-10)  ${id}  payment`))
    expect(lines[2]).toMatch(/dlv_3 .* done 204$/)
    expect(lines[3]).toMatch(/dlv_2 .* pending no answer$/)
  })

  it('says that nothing has come, and how to listen', async () => {
    const terminal = onTerminal(await machineWith(), 'pixctl webhook deliveries')
    expect(await terminal.ended).toBe(0)
    expect(plain(terminal.screen)).toBe('no events yet; to receive some: pixctl webhook listen\n')
  })
})
