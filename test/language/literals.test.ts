/** Everything that a person reads is in both languages, in the texts.ts of its feature (test/support/sentences.ts). */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sentencesIn } from '../support/sentences.ts'

const src = join(import.meta.dirname, '../../src')

it('a sentence for people is in both languages, in every file of src', async () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter(
    file => !/(^|\/)texts\.ts$|\.d\.ts$|(^|\/)generated\//.test(file),
  )
  expect(files.length).toBeGreaterThan(400)
  const found = await Promise.all(
    files.map(async file => {
      const sentences = await sentencesIn(file, readFileSync(join(src, file), 'utf8'))
      return sentences.map(sentence => `${file}: ${sentence}`)
    }),
  )
  expect(found.flat()).toEqual([])
})

it('a sentence is found as an argument, as a member, and in a page', async () => {
  for (const source of [
    "new Failure('usage', 'not an amount', { next: [] })",
    "const field = { label: 'Paid at', value }",
    'export const page = <p>No charges yet.</p>',
  ]) {
    expect(await sentencesIn('a.tsx', source)).toHaveLength(1)
  }
})
