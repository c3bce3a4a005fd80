/** JSON, bytes and values as pages show them. */

import { describe, expect, it } from 'vitest'
import { centavos } from '#contract/money.ts'
import { Json } from '#web/components/code.tsx'
import { Countdown, Money, Time } from '#web/components/value.tsx'
import { rendered } from '#web/page.ts'

const shown = (text: string) => rendered(<Json label="Body" text={text} />)

describe('JSON', () => {
  it('is on several lines, with its numbers as they were written', async () => {
    expect(await shown('{"a" : 1.50, "b":1e400,"c":[], "d":-0}')).toContain(
      '<pre tabindex="0">{\n  &quot;a&quot;: 1.50,\n  &quot;b&quot;: 1e400,\n  &quot;c&quot;: [],\n  &quot;d&quot;: -0\n}</pre>',
    )
  })

  it.each([['{"a":', '{&quot;a&quot;:'], Array<string>(2).fill('['.repeat(30_000) + ']'.repeat(30_000))])(
    'that is not valid or nested too deep is shown as it came: %#',
    async (text, expected) => {
      expect(await shown(text)).toContain(`<pre tabindex="0">${expected}</pre>`)
    },
  )
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
