/** The examples of the help, for tests that go over all commands. */

import { join } from 'node:path'
import { wordsOf } from '#cli/dispatch/commands.ts'
import { readManual } from '#cli/dispatch/help/manual.ts'

const root = join(import.meta.dirname, '../..')

/** The arguments of a command's first example, without what a shell does next; none if it has no example. */
export function exampleArgs(id: string): string[] {
  const words = wordsOf(id)
  const entry = readManual(root).commands.find(({ command }) => command === words)
  const [line = ''] = (entry?.examples[0] ?? '').split(/ (?:&&|[|<>]) /)
  const rest = line.replace(`pixctl ${words}`, '')
  return [...rest.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, other, word]) => one ?? other ?? word!)
}
