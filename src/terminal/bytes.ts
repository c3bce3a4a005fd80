/** Sizes for people. */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A number of bytes in its largest unit, with one decimal place: `512 B`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const rank = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return rank === 0 ? `${bytes} B` : `${(bytes / 1000 ** rank).toFixed(1)} ${UNITS[rank]}`
}
