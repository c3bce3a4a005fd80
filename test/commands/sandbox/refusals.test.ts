/** What the sandbox refuses, as the sandbox commands say it in Portuguese: by its code, because it answers in English. */

import { describe, expect, it } from 'vitest'
import { texts } from '#commands/sandbox/shared/texts.ts'
import { inLanguage, type Language } from '#lib/language.ts'
import { startHarness } from '../../sandbox/harness.ts'

const url = 'http://127.0.0.1:9/'

/** A call that the sandbox refuses, its code, and the words for a person. */
const REFUSED: [path: string, body: unknown, code: string, portuguese: string][] = [
  [
    '/faults',
    { on: 'refund', kind: 'hang' },
    'invalid_fault',
    'o sandbox não aceita essa falha: confira --on',
  ],
  ['/webhooks', { url, events: ['payment.refunded'] }, 'invalid_events', 'um destes tipos de evento'],
  ['/keys', { permissions: ['refund'] }, 'invalid_permissions', 'uma destas permissões'],
  ['/seed', { count: 0 }, 'invalid_count', 'o sandbox não aceita essa quantidade de cobranças'],
  ['/deposits', { amount: 0 }, 'invalid_amount', 'o sandbox não aceita esse valor'],
  ['/deposits', { amount: 1, note: 'x' }, 'invalid_body', 'o sandbox não aceita estes dados'],
  ['/webhooks', { url, secret: 'x' }, 'invalid_secret', 'um segredo é whsec_ e, em seguida, de 8 a 200'],
]

const saidIn = (language: Language, { error, code }: { error: string; code: string }) =>
  inLanguage(language, () => texts.refused(error, code))

describe('a refusal of the sandbox', () => {
  it.each(REFUSED)('%s %j is said in Portuguese', async (path, body, code, portuguese) => {
    const { control } = await startHarness()
    const refusal = (await control(path, body)).body
    expect(refusal.code).toBe(code)
    expect(saidIn('pt-BR', refusal)).toContain(portuguese)
    expect(saidIn('en', refusal)).toBe(refusal.error)
  })

  it('with a code that this version does not know is said as it came', () => {
    expect(saidIn('pt-BR', { error: 'no room', code: 'no_room' })).toBe('no room')
  })
})
