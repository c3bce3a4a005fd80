/** The Portuguese guide names doctor's checks and marks as doctor shows them. */

import { expect, it } from 'vitest'
import { texts } from '#doctor/texts.ts'
import { inLanguage } from '#lib/language.ts'
import { read } from './pages.ts'

const page = read('docs/guide/pt-BR/troubleshooting.md')
const shown = (label: () => string) => inLanguage('pt-BR', label)

it.each(Object.entries(texts.labels))('the check %s', (name, label) => {
  const row = page.split('\n').find(line => line.startsWith('|') && line.includes(`\`${name}\``))
  expect(row).toContain(shown(label))
})

it.each(Object.entries(texts.statuses))('the mark %s', (name, label) => {
  expect(page).toContain(name === 'ok' ? '`ok`:' : `\`${shown(label)}\` (\`${name}\`):`)
})
