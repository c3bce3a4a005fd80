import { formatLeft } from '#lib/local-time.ts'
import type { live } from './texts.ts'

/** The few words that the browser's script says. A page gives them to it: only the server knows the language. */
export type BrowserWords = Record<keyof typeof live, string>

/** The time that is left, in milliseconds: `18 min left`. */
export function leftText(ms: number, { left, leftOne }: Pick<BrowserWords, 'left' | 'leftOne'>): string {
  const time = formatLeft(ms)
  return (/^1 /.test(time) ? leftOne : left).replace('{left}', time)
}
