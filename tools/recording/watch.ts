/**
 * Takes the pictures of `charges watch` in the guide: the real pixctl with its sandbox, in terminals of two sizes and in both
 * languages. Writes watch-80.svg and the like in docs/images. Needs `script` (util-linux) and bash.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '../demo/live.ts'
import { cleanUp, pixctl, speak } from '../demo/machine.ts'
import { PROMPT, root, Session } from './session.ts'
import { svg, THEMES } from './svg.ts'

const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 50 },
]
/** Amounts, descriptions, how long they can be paid, and what becomes of them before the pictures. */
const CHARGES = [
  ['18,00', 'Pão de queijo e café', '30m', 'pay'],
  ['12,50', 'Mesa 2', '30m', 'expire'],
  ['42,00', 'Mesa 7', '30m', 'pay'],
  ['1.000,00', 'Encomenda: festa de sábado', '1d', 'pay'],
  ['350,00', 'Encomenda: bolo de casamento', '6h', ''],
  ['64,80', 'Mesa 5', '1h', ''],
  ['27,00', 'Mesa 3', '30m', ''],
  ['35,90', 'Açaí 500 ml', '30m', ''],
] as const
const LABELS = {
  en: 'A terminal with the charges of the day: those to be paid with the time left, then those that were paid',
  'pt-BR':
    'Um terminal com as cobranças do dia: as que falta receber, com o tempo que resta, e depois as pagas',
}

try {
  for (const language of ['en', 'pt-BR'] as const) {
    speak(language)
    await startSandbox('The service')
    let last = ''
    for (const [amount, description, validity, then] of CHARGES) {
      const flags = [
        '--amount',
        amount.replace('.', ''),
        '--description',
        description,
        '--validity',
        validity,
      ]
      last = (await pixctl('charge', 'create', '-q', ...flags)).trim()
      if (then !== '') await pixctl('sandbox', then, last)
    }
    const sessions = SIZES.map(size => new Session(size))
    for (const session of sessions) {
      await session.shows(PROMPT)
      await session.type('pixctl charges watch')
      await session.shows('Mesa 7')
    }
    await sleep(1_000)
    await pixctl('sandbox', 'pay', last)
    for (const [index, session] of sessions.entries()) {
      await session.shows(/\* .*500 ml/)
      await sleep(1_000)
      const name = `watch-${SIZES[index]!.columns}${language === 'en' ? '' : '-pt-BR'}.svg`
      const picture = svg(session.frames.slice(-1), 1_000, THEMES.dark, LABELS[language])
      writeFileSync(join(root, 'docs', 'images', name), picture)
      session.press('q')
      await session.shows(PROMPT)
      await session.end()
    }
  }
} finally {
  await cleanUp()
}
