/**
 * Records the picture of the README: a real shell with the real pixctl and its sandbox, in a terminal of 80 columns. Writes
 * docs/recording-light.svg and docs/recording-dark.svg. Needs `script` (util-linux) and bash.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '../demo/live.ts'
import { cleanUp, pixctl } from '../demo/machine.ts'
import { PROMPT, root, Session } from './session.ts'
import { svg, THEMES } from './svg.ts'

const LABEL =
  'A terminal: pixctl creates a charge of R$ 35,90 and draws its QR code, waits until the customer pays, and says PAID; then it shows the balance'
/** How long the end stays, in milliseconds. */
const END_MS = 5_000

try {
  await startSandbox('The service')
  const session = new Session({ columns: 80, rows: 34 })
  await session.shows(PROMPT)
  await session.type("pixctl charge create --amount 35.90 --description 'Table 4' --wait")
  await session.shows(/\d+:\d\d/)
  await sleep(2_500)
  const [id = ''] = (await pixctl('charges', 'list', '-q')).split('\n')
  await pixctl('sandbox', 'pay', id)
  await session.shows(PROMPT)
  await sleep(2_500)
  await session.type('clear')
  await sleep(300)
  await session.type('pixctl charges list')
  await session.shows(id.slice(0, 10))
  await sleep(1_500)
  await session.type('pixctl balance')
  await session.shows('Available balance')
  await sleep(500)
  const frames = [...session.frames]
  const endMs = frames.at(-1)!.atMs + END_MS
  await session.end()
  for (const [name, theme] of Object.entries(THEMES)) {
    writeFileSync(join(root, 'docs', `recording-${name}.svg`), svg(frames, endMs, theme, LABEL))
  }
  console.log(`${frames.length} frames, ${(endMs / 1000).toFixed(0)} s`)
} finally {
  await cleanUp()
}
