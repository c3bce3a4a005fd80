import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from '#lib/failure.ts'
import {
  both,
  chooseLanguage,
  english,
  formatCount,
  inLanguage,
  type Language,
  language,
  localized,
  plural,
  processLanguage,
  useLanguage,
  useRequestLanguage,
} from '#lib/language.ts'
import { stepText, suggest } from '#lib/suggestion.ts'

afterEach(() => useLanguage('en'))

describe('the choice of the language', () => {
  const chosen = (env: Record<string, string>, flag?: string) =>
    chooseLanguage(flag, { env, platform: 'linux' })

  it('is the flag, then PIXCTL_LANG, then LC_ALL, LC_MESSAGES and LANG', () => {
    const env = { PIXCTL_LANG: 'en', LC_ALL: 'pt_BR.UTF-8', LC_MESSAGES: 'en_US', LANG: 'pt_BR' }
    expect(chosen(env, 'pt-BR')).toBe('pt-BR')
    expect(chosen(env)).toBe('en')
    expect(chosen({ ...env, PIXCTL_LANG: '' })).toBe('pt-BR')
    expect(chosen({ LC_MESSAGES: 'en_US', LANG: 'pt_BR' })).toBe('en')
    expect(chosen({ LANG: 'pt_BR' })).toBe('pt-BR')
    expect(chosen({})).toBe('en')
  })

  it.each(['pt-BR', 'pt_BR', 'pt-br', 'pt', 'pt_BR.UTF-8', 'pt_PT', 'pt_PT@euro', 'pt-AO'])(
    '%s is Portuguese',
    name => {
      expect(chosen({ PIXCTL_LANG: name })).toBe('pt-BR')
    },
  )

  it.each(['en', 'en_US.UTF-8', 'C', 'POSIX', 'fr', 'ptx', 'x'])('%s is English', name => {
    expect(chosen({ PIXCTL_LANG: name })).toBe('en')
  })
})

const charges = both(
  (count: number) => `${formatCount(count)} ${plural(count, 'charge', 'charges')}`,
  count => `${formatCount(count)} ${plural(count, 'cobrança', 'cobranças')}`,
)

describe('a text', () => {
  it('is made in the language of then, with its plural and its numbers', () => {
    expect([0, 1, 2, 12_345].map(charges)).toEqual(['0 charges', '1 charge', '2 charges', '12,345 charges'])
    useLanguage('pt-BR')
    // CLDR has 0 as a singular in Portuguese; that isn't what Brazilians write.
    expect([0, 1, 2, 12_345].map(charges)).toEqual([
      '0 cobranças',
      '1 cobrança',
      '2 cobranças',
      '12.345 cobranças',
    ])
    expect(charges(1_000_000)).toBe('1.000.000 cobranças')
  })

  it('has its values at their names, as they are', () => {
    const of = both('{part} of {whole}', 'de {whole}: {part}')
    expect(of(1, 'a {part} $&')).toBe('1 of a {part} $&')
    useLanguage('pt-BR')
    expect(of(1, 'a {part} $&')).toBe('de a {part} $&: 1')
  })

  it('is English for scripts, and the language of the person is as before, also after an error', () => {
    useLanguage('pt-BR')
    expect(english(() => charges(2))).toBe('2 charges')
    expect(localized(() => charges(2))).toBe('2 cobranças')
    expect(() =>
      inLanguage('en', () => {
        throw new Error('x')
      }),
    ).toThrow('x')
    expect(charges(2)).toBe('2 cobranças')
  })
})

describe('a request in another language than the process', () => {
  let ofRequest: 'en' | 'pt-BR' | undefined
  let before: () => Language | undefined
  beforeEach(() => {
    before = useRequestLanguage(() => ofRequest)
  })
  afterEach(() => void useRequestLanguage(before))

  it('is answered in its own, but what scripts get is English', () => {
    ofRequest = 'pt-BR'
    expect([language(), charges(2)]).toEqual(['pt-BR', '2 cobranças'])
    expect(english(() => charges(2))).toBe('2 charges')
    expect(new Failure('usage', () => charges(2), { next: [] }).message).toBe('2 charges')
    ofRequest = undefined
    expect(charges(2)).toBe('2 charges')
  })

  it('changes nothing of what the process prints', () => {
    useLanguage('pt-BR')
    ofRequest = 'en'
    expect(processLanguage()).toBe('pt-BR')
    expect(inLanguage(processLanguage(), () => charges(2))).toBe('2 cobranças')
  })
})

it('a failure has its message in English, and for the person in the language of then', () => {
  useLanguage('pt-BR')
  const failure = new Failure('usage', () => charges(2), {
    lines: [both('one', 'um')],
    next: both('go', 'siga'),
  })
  expect([failure.message, ...failure.lines]).toEqual(['2 charges', 'one'])
  expect([failure.localized, ...failure.localizedLines, stepText(failure.next[0]!)]).toEqual([
    '2 cobranças',
    'um',
    'siga',
  ])
  const changed = failure.with({ next: suggest('balance', { say: both('see', 'veja') }) })
  expect([changed.localized, stepText(changed.next[0]!)]).toEqual(['2 cobranças', 'veja: pixctl balance'])
})
