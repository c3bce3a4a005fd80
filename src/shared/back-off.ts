/** How long to wait before trying again: twice as long each time, with chance in it, so that many don't come at once. */

export interface BackOff {
  firstMs: number
  longestMs: number
  /** A wait is multiplied by a number between these. */
  spread: readonly [least: number, most: number]
}

/**
 * @param failures how many there were before this one
 * @param random from 0 up to 1
 */
export function backOffMs({ firstMs, longestMs, spread }: BackOff, failures: number, random: number): number {
  const [least, most] = spread
  return Math.min(longestMs, firstMs * 2 ** failures) * (least + random * (most - least))
}
