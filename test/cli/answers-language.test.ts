/** What the embedded sandbox refuses, in Portuguese: its own English words are left out for a person. */

import { expect, it, test } from 'vitest'
import { inLanguage } from '#lib/language.ts'
import { texts } from '#realtime/texts.ts'
import { againstLocal } from '../support/scripted.ts'
import { type Act, answer } from '../support/service.ts'

const PORTUGUESE = { PIXCTL_LANG: 'pt-BR' }

it.each<[string, string[], Act, string]>([
  [
    'an unknown charge',
    ['charges', 'get', 'pay_1'],
    answer(404, { error: 'this store has no such payment' }),
    'pay_1\n  confira',
  ],
  ['no route', ['balance'], answer(404, { error: 'there is no such route' }), '(404)\n'],
])(
  '%s of the embedded sandbox is said once in Portuguese, and whole in JSON and with --debug',
  async (_name, args, act, said) => {
    await using store = await againstLocal(act, act, act)
    const { stderr } = await store.machine.pixctl(args, { env: PORTUGUESE })
    expect(stderr).toContain(said)
    expect(stderr).not.toContain('o serviço diz')
    const scripted = await store.machine.pixctl([...args, '--json'], { env: PORTUGUESE })
    expect(JSON.parse(scripted.stderr).error).toContain('the service says: ')
    // Who looks for a cause wants to see all of it.
    const debugging = await store.machine.pixctl([...args, '--debug'], { env: PORTUGUESE })
    expect(debugging.stderr).toMatch(/o serviço diz: (this store has no|there is no such)/)
  },
)

test('the close of a sandbox that stops is in Portuguese for a person', () => {
  const closed = (reason: string) => texts.closed(1001, reason)
  expect(inLanguage('en', () => closed('the sandbox is stopping'))).toBe(
    'close 1001: the sandbox is stopping',
  )
  inLanguage('pt-BR', () => {
    expect(closed('the sandbox is stopping')).toBe('código de encerramento 1001: o sandbox está parando')
    expect(closed('other')).toBe('código de encerramento 1001: other')
  })
})
