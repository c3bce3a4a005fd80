/** Answers from an archive of a million charges, compared with the start of a command that does next to nothing. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Archive } from '#charges/archive/archive.ts'
import type { Payment } from '#contract/generated/types.ts'
import { plainAddress } from '#lib/plain-address.ts'
import { chargeOf } from './charge.ts'
import { median, row, type Subject, timeInterleaved, verdict } from './measure.ts'

export const CHARGES = 1_000_000
/** They are spread over two years. */
const PAST_MS = 2 * 365 * 86_400_000
/** One commit. */
const GROUP = 20_000
const GOODS = [
  'Açaí 500 ml',
  'Café especial',
  'Camiseta P',
  'Frete',
  'Caneca',
  'Livro',
  'Bolo',
  'Vela',
  'Chá',
  'Sabão',
]
const STATES = ['PAID', 'PAID', 'EXPIRED', 'PAID', 'FAILED'] as const

/** @param env its data folder gets the archive, of the profile that is the default */
export async function archive(run: string, env: NodeJS.ProcessEnv, quick: boolean): Promise<void> {
  const start = performance.now()
  const { PIXCTL_DATA_DIR = '', PIXCTL_BASE_URL = '' } = env
  const filled = await Archive.open(PIXCTL_DATA_DIR, 'default', plainAddress(PIXCTL_BASE_URL))
  fillArchive(filled, Date.now())
  filled.close()
  const file = join(env.PIXCTL_DATA_DIR!, 'profiles', 'default', 'archive.db')
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  console.log(`\nAn archive of ${CHARGES} charges, made in ${seconds} s`)
  row('bytes per charge', (statSync(file).size / CHARGES).toFixed(0))

  const pixctl = (...args: string[]): Subject => ({ name: args.join(' '), args: [run, ...args], env })
  const floor = pixctl('auth', 'list')
  const subjects = [
    pixctl('charges', 'list', '--offline', '--search', 'acai'),
    pixctl('report', '--offline', '--since', '30d'),
  ]
  const rounds = quick ? 10 : 30
  const times = timeInterleaved([floor, ...subjects], rounds)
  const ms = ({ name }: Subject) => median(times.get(name)!)
  const most = 3 * ms(floor) + 100
  console.log(`\nAnswers from it, medians of ${rounds} interleaved runs`)
  row('', 'ms', 'goal')
  row(floor.name, ms(floor).toFixed(1))
  for (const each of subjects) {
    row(each.name, ms(each).toFixed(1), verdict(ms(each) <= most, `≤ ${most.toFixed(0)}`))
  }
}

export function fillArchive(archive: Archive, now: number): void {
  const writer = archive.writer('benchmark')
  writer.begin(new Date(now).toISOString())
  for (let first = 0; first < CHARGES; first += GROUP) {
    const page = Array.from({ length: GROUP }, (_, index) => {
      const charge = chargeAt(first + index, now)
      return { charge, json: JSON.stringify(charge) }
    })
    writer.savePage(page, CHARGES, null)
  }
  writer.finish()
}

/** The higher its number, the newer the charge. */
export function chargeAt(number: number, now: number): Payment {
  return chargeOf(number, {
    // Without an order, as the ids of a service are.
    id: `pay_${((number * 2_654_435_761) % 2 ** 48).toString(16).padStart(12, '0')}${(number * 40_503).toString(16).padStart(12, '0')}`,
    status: STATES[number % STATES.length]!,
    description: `${GOODS[number % GOODS.length]}, pedido ${number}`,
    createdMs: Math.floor(now - ((CHARGES - number) / CHARGES) * PAST_MS),
  })
}
