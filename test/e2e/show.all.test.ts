/** `webhook show` as a process in a pipe; the tables are in test/commands/webhook/show.test.ts. */

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Kept, withKept } from '../support/kept.ts'
import { Machine } from '../support/pixctl.ts'

const machineWith = (...arrivals: Kept[]) => withKept(new Machine(), arrivals)

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
