import { type Step, stepText } from '../../src/shared/suggestion.ts'

/** The next steps of a failure, one on each line, as they are printed. */
export function steps({ next }: { next: readonly Step[] }): string {
  return next.map(step => stepText(step)).join('\n')
}
