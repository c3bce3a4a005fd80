/** `webhook trigger` as a process, and on a terminal; the tables are in test/commands/webhook/trigger.test.ts. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Machine } from '../support/pixctl.ts'
import { receiver, verifying } from '../support/receivers.ts'
import { fields } from '../support/store.ts'
import { noTerminal, onTerminal, plain } from './pty.ts'

const SECRET = 'whsec_of_the_trigger_test'
const machine = new Machine({ PIXCTL_WEBHOOK_SECRET: SECRET })
afterAll(() => machine[Symbol.dispose]())
const trigger = (...args: string[]) => machine.pixctl(['webhook', 'trigger', ...args])

describe('the event', () => {
  it('is signed by the secrets of a file, the first of them', async () => {
    await using endpoint = await receiver('whsec_of_a_file', verifying())
    const file = join(machine.folder, 'secrets')
    writeFileSync(file, 'whsec_of_a_file\nwhsec_old\n')
    const { stdout, code } = await trigger('endpoint.test', '--to', endpoint.url, '--secret-file', file)
    expect(code).toBe(0)
    expect(fields(stdout)).toMatchObject({ type: 'endpoint.test', status: '204' })
  })
})

describe.skipIf(noTerminal)('on a terminal', () => {
  it('shows how a refusal begins, escaped', async () => {
    await using endpoint = await receiver(SECRET, ({ response }) => {
      response.writeHead(401).end('bad \u001b[31msignature')
      return null
    })
    const terminal = onTerminal(machine, `pixctl webhook trigger payment.approved --to ${endpoint.url}`)
    expect(await terminal.ended).toBe(8)
    expect(plain(terminal.screen)).toMatch(/Answer +401 in/)
    expect(plain(terminal.screen)).toContain('bad \\u001b[31msignature')
  })
})
