/** Tests of programs in other languages. */

import { afterAll, beforeAll } from 'vitest'
import { describeNeeding } from './needs.ts'
import { missingFor, type Program, type Runtime, startProgram } from './runtimes.ts'

/** Skipped if this machine lacks the language, unless PIXCTL_REQUIRE_RUNTIMES=1. */
export function describeIn(language: Runtime, name: string, body: () => void): void {
  const packages = missingFor(language)
  const missing = packages === null ? null : `it needs the packages ${packages}`
  describeNeeding({ missing, requiredBy: 'PIXCTL_REQUIRE_RUNTIMES' }, name, body)
}

/** A program that runs while the tests of a `describe` do: started as `startProgram` does, before the first. */
export function programFor(...args: Parameters<typeof startProgram>): () => Program {
  let program: Program | undefined
  beforeAll(async () => {
    program = await startProgram(...args)
    // Go compiles its libraries the first time.
  }, 180_000)
  afterAll(() => program?.stop())
  return () => program!
}
