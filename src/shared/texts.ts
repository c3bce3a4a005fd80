import { both } from './language.ts'

export const texts = {
  fromNow: both(
    (span: string, isPast: boolean) => (isPast ? `${span} ago` : `${span} in the future`),
    (span, isPast) => (isPast ? `há ${span}` : `daqui a ${span}`),
  ),
  /** `other` is another time in words, such as `it arrived`. */
  fromOther: both(
    (span: string, isPast: boolean, other: string) => `${span} ${isPast ? 'before' : 'after'} ${other}`,
    (span, isPast, other) => `${span} ${isPast ? 'antes de' : 'depois de'} ${other}`,
  ),
  beyond: both(
    (span: string, isPast: boolean) => `${span} too ${isPast ? 'old' : 'early'}`,
    (span, isPast) => `${span} ${isPast ? 'além do limite' : 'adiantado demais'}`,
  ),
}
