import { type Step, stepText } from '../../src/shared/suggestion.ts'

/** What a failure says to do next, a line each, as it is printed. */
export function steps({ next }: { next: readonly Step[] }): string {
  return next.map(step => stepText(step)).join('\n')
}
