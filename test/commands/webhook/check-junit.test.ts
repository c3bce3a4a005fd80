/** `webhook check --junit`: the report, as a strict XML parser reads it. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { afterAll, describe, expect, it } from 'vitest'
import { startReport } from '#commands/webhook/check/junit.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { LocalMachine } from '../../support/local.ts'
import { nowhere, receiver, verifying } from '../../support/receivers.ts'

const SECRET = 'whsec_of_the_junit_test'
const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
afterAll(() => machine[Symbol.dispose]())

interface Element {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

/** The elements of a report. Throws if it isn't well-formed XML 1.0. */
function parsed(file: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '', children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', text => {
    open.at(-1)!.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(readFileSync(file, 'utf8')).close()
  return root.children[0]!
}

const reportFile = () => join(temporaryFolder(), 'report.xml')
const check = (...args: string[]) => machine.pixctl(['webhook', 'check', ...args])

describe('the report', () => {
  it('has a case for each check, with counts and times, and why one failed', async () => {
    await using endpoint = await receiver(
      SECRET,
      verifying(body => Buffer.from(JSON.stringify(JSON.parse(`${body}`)))),
    )
    const file = reportFile()
    const { stdout, code } = await check(endpoint.url, '--junit', file, '--json')
    expect(code).toBe(10)
    const { checks } = JSON.parse(stdout)
    const suites = parsed(file)
    const counts = { tests: '12', failures: '3', errors: '0', skipped: '0' }
    expect(suites).toMatchObject({ name: 'testsuites', attributes: { ...counts, name: 'webhook check' } })
    expect(suites.children).toHaveLength(1)
    const [suite] = suites.children
    expect(suite).toMatchObject({ name: 'testsuite', attributes: { ...counts, name: endpoint.url } })
    expect(suite!.attributes.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const cases = suite!.children
    expect(cases.map(({ name, attributes }) => [name, attributes.name])).toEqual(
      checks.map(({ name }: { name: string }) => ['testcase', name]),
    )
    for (const { attributes } of cases) {
      expect(attributes).toMatchObject({
        classname: 'webhook check',
        time: expect.stringMatching(/^\d+\.\d{3}$/),
      })
    }
    const times = cases.map(({ attributes }) => Number(attributes.time))
    expect(Number(suite!.attributes.time)).toBeCloseTo(
      times.reduce((sum, time) => sum + time),
      1,
    )
    const spacing = cases.find(({ attributes }) => attributes.name === 'raw_bytes_spacing')
    expect(spacing!.children).toEqual([
      {
        name: 'failure',
        attributes: {
          type: 'failure',
          message: expect.stringContaining('over the JSON as JSON.stringify'),
        },
        text: 'raw_bytes_spacing (expected 2xx, got 401)',
        children: [],
      },
    ])
    expect(readFileSync(file, 'utf8')).not.toContain(SECRET)
  })

  it('names what was skipped, and is in English whatever the language', async () => {
    await using endpoint = await receiver(SECRET, () => 500)
    const file = reportFile()
    const { code } = await check(endpoint.url, '--junit', file, '--lang', 'pt-BR')
    expect(code).toBe(10)
    const [suite] = parsed(file).children
    expect(suite!.attributes).toMatchObject({ tests: '12', failures: '1', skipped: '10' })
    const [first, second] = suite!.children
    expect(first!.children[0]).toMatchObject({
      name: 'failure',
      attributes: { message: 'It answers 500 to everything, valid or not: its log says why.' },
    })
    expect(second!.children[0]).toMatchObject({ name: 'skipped' })
    expect(suite!.children.at(-1)!.children).toEqual([])
  })

  it('replaces an old one, and says that it passed', async () => {
    await using endpoint = await receiver(SECRET, verifying())
    const file = reportFile()
    writeFileSync(file, 'old '.repeat(10_000))
    expect(await check(endpoint.url, '--junit', file)).toMatchObject({ code: 0 })
    expect(parsed(file).attributes).toMatchObject({ tests: '12', failures: '0', skipped: '0' })
  })

  it('never looks passed if the run ended early', async () => {
    const file = reportFile()
    expect(await check(await nowhere(), '--junit', file)).toMatchObject({ code: 9 })
    const [suite] = parsed(file).children
    expect(suite!.attributes).toMatchObject({ tests: '1', failures: '1' })
    expect(suite!.children[0]!.children[0]!.attributes.message).toBe('the run did not finish')
  })

  it('is exit 2 before anything is sent if it can not be written', async () => {
    await using endpoint = await receiver(SECRET, verifying())
    for (const file of [join(temporaryFolder(), 'none', 'report.xml'), temporaryFolder()]) {
      const { stderr, code } = await check(endpoint.url, '--junit', file)
      expect([code, stderr]).toEqual([2, expect.stringContaining(`--junit can't write ${file}`)])
    }
    expect(endpoint.seen).toEqual([])
  })

  it('shows characters that XML has no place for, and those that it gives a meaning', () => {
    const file = reportFile()
    const got = 'a\u0000b\u001b[2Jc\u202ed\ufffe & <x a="1">\ud800 ]]> ç 🥐'
    const write = startReport(file, 'http://127.0.0.1/a&b?t=1', 0)
    write([{ name: 'answer', passed: false, expected: '2xx', got, advice: `${got}\n` }])
    const [suite] = parsed(file).children
    expect(suite!.attributes).toMatchObject({
      // Without the query, which may hold a token.
      name: 'http://127.0.0.1/a&b',
      timestamp: '1970-01-01T00:00:00.000Z',
    })
    const [failure] = suite!.children[0]!.children
    const shown = 'a\\u0000b\\u001b[2Jc\\u202ed\ufffd & <x a="1">\\ud800 ]]> ç 🥐'
    expect(failure!.attributes.message).toBe(`${shown}\\u000a`)
    expect(failure!.text).toBe(`answer (expected 2xx, got ${shown})`)
  })
})
