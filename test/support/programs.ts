/** Tests of programs in other languages. */

import { afterAll, beforeAll } from 'vitest'
import { describeNeeding } from './needs.ts'
import { type Language, missingFor, type Program, startProgram } from './runtimes.ts'

/** Skipped if this machine lacks the language, unless PIXCTL_REQUIRE_RUNTIMES=1. */
export function describeIn(language: Language, name: string, body: () => void): void {
  const packages = missingFor(language)
  const missing = packages === null ? null : `it needs the packages ${packages}`
  describeNeeding({ missing, requiredBy: 'PIXCTL_REQUIRE_RUNTIMES' }, name, body)
}

/** A program that runs while the tests of a `describe` do; gives its address, once they have begun. */
export function programFor(
  language: Language,
  fileOf: () => string,
  env: Record<string, string>,
): () => string {
  let program: Program | undefined
  beforeAll(async () => {
    program = await startProgram(language, fileOf(), env)
    // Go compiles its libraries the first time.
  }, 180_000)
  afterAll(() => program?.stop())
  return () => program!.address
}
