/** What cites the description of the service (docs/service.md) finds it, and what it says by example is true. */

import { existsSync, globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isPaymentEvent } from '#contract/generated/validators.js'
import { signatureOf } from '#contract/signature.ts'
import { anchors, read, root } from './pages.ts'

const page = read('docs/service.md')
const sections = [...page.matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => number!)

const sources = globSync(['{src,test,tools,bin}/**/*.{ts,js,cjs,yaml,txt}', 'docs/**/*.md', '*.md'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
}).filter(file => file !== relative(root, import.meta.filename))
/** A file as one line, without what begins the lines of its comments: a citation may be broken in two. */
const oneLine = (file: string) => read(file).replace(/\s*\n[ \t]*(?:\*|\/\/|#)?\s*/g, ' ')

const NUMBERS = /\bdocs\/service\.md, (\d+(?:\.\d+)*(?:(?:,| and| to) \d+(?:\.\d+)*)*)/g
const cited = (text: string) =>
  [...text.matchAll(NUMBERS)].flatMap(([, list]) => list!.split(/,? (?:and |to )?/))

describe('the sections of docs/service.md', () => {
  it('keep their numbers, which webhook check prints', () => {
    expect(sections.join(' ')).toBe(
      '1 2 2.1 2.2 2.3 2.4 2.5 2.6 2.7 3 4 4.1 4.2 4.3 4.4 4.5 4.6 5 6 6.1 6.2 6.3 7 8 9',
    )
    const printed = read('src/webhooks/check/run-checks.ts').matchAll(/\bsection(?:: | = )'(.*?)'/gi)
    expect(sections).toEqual(expect.arrayContaining([...printed].map(([, number]) => number)))
  })

  it('are those that code, tests and pages cite', () => {
    const citations = sources.flatMap(file => cited(oneLine(file)).map(number => ({ file, number })))
    expect(citations.length).toBeGreaterThan(60)
    expect(citations.filter(({ number }) => !sections.includes(number))).toEqual([])
  })
})

describe('the pages', () => {
  it('that code names are there, and named by their path', () => {
    const named = sources
      .filter(file => !file.endsWith('.md'))
      .flatMap(file =>
        [...read(file).matchAll(/(?<![\w/.])(docs\/[\w/-]+(?:\.\w+)?)(?:#([\w-]+))?/g)].map(
          ([, path, anchor]) => ({ file, path: path!, anchor }),
        ),
      )
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
    const anchored = named.filter(({ anchor }) => anchor !== undefined)
    expect(anchored.length).toBeGreaterThan(20)
    expect(anchored.filter(({ path, anchor }) => !anchors(path).includes(anchor!))).toEqual([])
    const bare = sources
      .filter(file => file.startsWith('src/'))
      .flatMap(file => (read(file).match(/(?<![\w/.-])[a-z-]+\.md\b/g) ?? []).map(name => `${file}: ${name}`))
    expect(bare).toEqual([])
  })
})

describe('the examples of docs/service.md', () => {
  it('have an event as the contract has it', () => {
    const event: unknown = JSON.parse(page.match(/^```json\n(\{\n {2}"id"[\s\S]*?)^```$/m)![1]!)
    expect(isPaymentEvent(event)).toBe(true)
  })

  it('have the signature that openssl makes', () => {
    const [, timestamp, body, secret, hex] = page.match(
      /printf '%s\.%s' (\d+) '(.*)' \| openssl dgst -sha256 -hmac (\w+)\n.*= (\w+)/,
    )!
    expect(signatureOf(secret!, timestamp!, Buffer.from(body!)).toString('hex')).toBe(hex)
  })
})
