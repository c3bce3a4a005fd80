/** Everything that a person reads is in both languages, in the texts.ts of its feature (test/support/sentences.ts). */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentencesIn } from '../support/sentences.ts'

const src = join(import.meta.dirname, '../../src')

describe('a sentence for people', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter(
    file => !/(^|\/)texts\.ts$|\.d\.ts$|(^|\/)generated\//.test(file),
  )

  it('is looked for in all folders', () => {
    expect(files.length).toBeGreaterThan(400)
  })

  it.each(files)('is in both languages in %s', async file => {
    const found = await sentencesIn(file, readFileSync(join(src, file), 'utf8'))
    expect(found).toEqual([])
  })
})

describe('is found', () => {
  it.each([
    "new Failure('usage', 'not an amount', { next: [] })",
    "new Failure('usage', texts.bad, { next: ['give it', texts.more] })",
    `new Failure('usage', texts.bad, { lines: [\`\${count} charges differ\`], next: [] })`,
    "new CredentialsError('no_secret', () => 'no key here', { next: [] })",
    "suggest('charge recover', { say: 'to finish it', args: [key] })",
    `out.note(\`copied to \${place}\`)`,
    "this.run.out.warn(isOld ? 'too old' : texts.late())",
    "out.sayAddress('monitor at', url)",
    `out.status(\`\${count} of \${total} \` + 'charges read')`,
    "const field = { label: 'Paid at', value }",
    "class Status { static summary = 'check the key' }",
    "string({ description: 'the name of a profile' })",
    "await confirm(host, 'Drop it now?')",
    "response.end('not found here')",
    "const words = 'not found'; out.note(words)",
    "const WORDS = { away: 'not there now' }",
    "export const labels = ['Paid at', id]",
    "const why = 'it is ' + 'really empty'",
    "if (words !== 'something else') shown(words)",
  ])('in %s', async source => {
    expect(await sentencesIn('a.ts', source)).toHaveLength(1)
  })

  it('in a page', async () => {
    expect(
      await sentencesIn('a.tsx', 'export const page = <p title={texts.a()}>No charges yet.</p>'),
    ).toEqual(['No charges yet.'])
  })

  it.each([
    "new Failure('usage', () => texts.notAmount(text), { next: texts.form })",
    "suggest('charge recover', { say: texts.finish, args: [key] })",
    `out.note(\`\${texts.done()}: \${name}\`)`,
    "static_({ examples: ['<%= config.bin %> auth list'] })",
    "badValue('--qr', { takes: texts.some, text, example: '--qr code.png' })",
    "const field = { label: 'Host', value }",
    "const rows = database.prepare('SELECT id FROM charges WHERE paid = 1')",
    "throw new RangeError('not an amount')",
    "debug('one more request')",
    "const command = 'charge create'",
    "const title = both('not found', 'não encontrado')",
  ])('not in %s', async source => {
    expect(await sentencesIn('a.ts', source)).toEqual([])
  })
})
