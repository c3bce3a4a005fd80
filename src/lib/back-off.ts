export interface BackOff {
  firstMs: number
  longestMs: number
  /** Each wait is multiplied by a random number between these. */
  spread: readonly [least: number, most: number]
}

/**
 * How long to wait before a retry: twice as long each time, with some randomness so that clients don't all retry at once.
 *
 * @param failures how many there were before this one
 * @param random from 0 up to 1
 */
export function backOffMs({ firstMs, longestMs, spread }: BackOff, failures: number, random: number): number {
  const [least, most] = spread
  return Math.min(longestMs, firstMs * 2 ** failures) * (least + random * (most - least))
}
