/** What an error says, for people and for scripts: text from outside is in it, and starts no new line. */

import { describe, expect, it } from 'vitest'
import { errorOf, type Run } from '../support/pixctl.ts'
import { runCommand, testHost } from '../support/run.ts'
import { type Act, answer, ScriptedService } from '../support/service.ts'

async function against(act: Act, args: string[]): Promise<Run> {
  await using service = await new ScriptedService(act).start()
  const env = { PIXCTL_API_KEY: 'service_live_a_key_of_a_test', PIXCTL_BASE_URL: service.baseUrl }
  return await runCommand(args, { host: testHost({ env }) })
}

const FORGED = answer(400, { error: 'no\r\nerror: call 0800 123\u2028now\u001b[2J' })
describe('an error under --json', () => {
  it('is one sentence, in which line breaks of the service are spaces', async () => {
    const { error } = errorOf(await against(FORGED, ['balance', '--json']))
    expect(error).toContain('the service says: no error: call 0800 123 now\u001b[2J; ')
    expect(error).not.toMatch(/[\n\r\u2028]|\\u/)
  })

  it.each([
    ['a value of a flag', ['charge', 'create', '--amount', '1\n2']],
    ['a word too many', ['balance', 'a\nb']],
    ['an id', ['charges', 'get', 'a\nb']],
  ])('has a line break of %s as a space', async (_name, args) => {
    const { error } = errorOf(await runCommand([...args, '--json']))
    expect(error).toMatch(/(1 2|a b)/i)
    expect(error).not.toMatch(/[\n\r]|\\u/)
  })
})

describe('an error for a person', () => {
  it('shows line breaks of the service escaped', async () => {
    const { stderr } = await against(FORGED, ['balance'])
    expect(stderr).toContain('no\\u000d\\u000aerror: call 0800 123\\u2028now\\u001b[2J\n')
    expect(stderr.match(/^error:/gm)).toHaveLength(1)
  })

  it('shows those of an argument on the same line', async () => {
    const { stderr } = await runCommand(['charges', 'get', 'a\nerror: b'])
    expect(stderr).toMatch(/^error: not a charge id: a\\u000aerror: b\n/)
    const { stderr: parsed } = await runCommand(['balance', 'a\nerror: b'])
    expect(parsed.match(/^\s*error:/gm)).toHaveLength(1)
  })
})
