import type { Text } from '#lib/language.ts'
import type { Notes } from '#lib/notes.ts'

/** Begins a step, so that a person sees where in the questions they are. */
export function sayHeading(out: Notes, heading: Text): void {
  out.note('')
  out.note(heading)
}
