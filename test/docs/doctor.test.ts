/** The Portuguese guide names doctor's checks and marks as doctor shows them. */

import { expect, it } from 'vitest'
import { texts } from '#doctor/texts.ts'
import { inLanguage } from '#lib/language.ts'
import { read } from './pages.ts'

const page = read('docs/guide/pt-BR/troubleshooting.md')
const shown = (label: () => string) => inLanguage('pt-BR', label)

it('has every check of doctor, under the name that doctor shows', () => {
  for (const [name, label] of Object.entries(texts.labels)) {
    const row = page.split('\n').find(line => line.startsWith('|') && line.includes(`\`${name}\``))
    expect(row, name).toContain(shown(label))
  }
})

it('has every mark of doctor', () => {
  for (const [name, label] of Object.entries(texts.statuses)) {
    expect(page).toContain(name === 'ok' ? '`ok`:' : `\`${shown(label)}\` (\`${name}\`):`)
  }
})
