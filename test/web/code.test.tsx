/** JSON, bytes and values as pages show them. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centavos } from '#contract/money.ts'
import { Code, Json } from '#web/components/code.tsx'
import { Countdown, Money, Time } from '#web/components/value.tsx'
import { jsonTokens } from '#web/json-tokens.ts'
import { rendered } from '#web/page.ts'

const shown = (text: string) =>
  jsonTokens(text)
    ?.map(token => token.text)
    .join('')

describe('JSON', () => {
  it('has the lines that JSON.stringify gives it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const text = JSON.stringify(value)
        expect(shown(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
      }),
    )
  })

  it('keeps numbers and strings as they were written', () => {
    expect(shown('{"a" : 1.50, "b":1e400,"c":"\\u00e9\\"", "d":-0}')).toBe(
      '{\n  "a": 1.50,\n  "b": 1e400,\n  "c": "\\u00e9\\"",\n  "d": -0\n}',
    )
  })

  it('of 30,000 levels does not become large', () => {
    const deep = '['.repeat(3_000) + ']'.repeat(3_000)
    expect(shown(deep)!.length).toBeLessThan(300_000)
  })

  it('of very many values has no element for each', async () => {
    const html = await rendered(<Json label="Body" text={`[${'1,'.repeat(16_000)}1]`} />)
    expect(html).toContain('[\n  1,\n  1,')
    expect(html).not.toContain('json-number')
  })

  it('that is not valid is shown as it came', async () => {
    expect(jsonTokens('{"a":')).toBeNull()
    expect(await rendered(<Json label="Body" text='{"a":' />)).toContain('{&quot;a&quot;:')
  })

  it('has no span for punctuation and one for each value', async () => {
    const html = await rendered(<Json label="Body" text='{"a":[1,true]}' />)
    expect(html).toContain('<span class="json-key">&quot;a&quot;</span>: [')
    expect(html).toContain('<span class="json-number">1</span>,')
    expect(html).toContain('<span class="json-word">true</span>')
  })
})

it('shows a part of what is long, and says so', async () => {
  expect(await rendered(<Code label="Answer" text={'x'.repeat(70_000)} />)).toContain('4464 more characters')
})

describe('values', () => {
  const NOW = Date.parse('2026-11-20T17:05:00Z')

  it.each([
    [<Money amount={centavos(123_456)} />, '<span class="money">R$ 1.234,56</span>'],
    [
      <Time at="2026-11-20T17:03:22Z" />,
      '<time datetime="2026-11-20T17:03:22Z" title="2026-11-20T17:03:22Z">2026-11-20 14:03:22</time>',
    ],
    [<Time at={null} />, '-'],
    [<Countdown to={NOW + 1_798_000} now={NOW} />, />29:58<\/time>$/],
    [<Countdown to={NOW - 1} now={NOW} />, />0:00<\/time>$/],
  ])('are for people: %#', async (element, expected) => {
    expect(await rendered(element)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    )
  })
})
