/** Sizes for people. */

import { language } from './language.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A number of bytes in its largest unit, with at most three digits: `512 B`, `1.2 MB`, `1,2 MB` in Portuguese, `168 kB`. */
export function formatBytes(bytes: number): string {
  const rank = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  if (rank === 0) return `${bytes} B`
  const units = bytes / 1000 ** rank
  const number = units.toFixed(units < 99.95 ? 1 : 0)
  return `${language() === 'pt-BR' ? number.replace('.', ',') : number} ${UNITS[rank]}`
}
