import type { Centavos } from '#contract/money.ts'

/** Of fewer charges nobody can say what is usual. */
const FEWEST = 10
/** So many times the median is far. */
const FAR = 10

/** Whether an amount is more than all of these, and many times their median. */
export function isFarAbove(amount: Centavos, charged: readonly Centavos[]): boolean {
  const sorted = charged.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]!
  return sorted.length >= FEWEST && amount > sorted.at(-1)! && amount >= FAR * median
}
