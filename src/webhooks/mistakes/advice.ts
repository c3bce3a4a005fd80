/** What each hint means and what to change, and what is wrong with a signature header. */

import type { SignatureProblem } from '#contract/signature.ts'
import type { Text } from '#lib/language.ts'
import type { Hint } from './diagnose.ts'
import { texts } from './texts.ts'

/** Texts in the language of the person, made when they are shown. */
export interface Advice {
  cause: () => string
  /** Lines that fit in 80 columns. */
  change: readonly Text[]
  /** Where to look if pixctl itself received it, and so verified the bytes as they came; in sentences. */
  sender: () => string
}

export const ADVICE: Readonly<Record<Hint, Advice>> = texts.hints

/** What was tried without success. */
export const TRIED: readonly (() => string)[] = [texts.triedBody, texts.triedSecret]

/** What is wrong with a signature header, in words. */
export function problemText(problem: SignatureProblem): string {
  switch (problem.kind) {
    case 'no_t':
      return texts.noTime()
    case 'several_t':
      return texts.severalTimes(problem.count)
    case 'empty_t':
      return texts.emptyTime()
    case 'bad_t':
      return texts.badTime()
    case 'no_v1':
      return texts.noSignature()
    case 'not_hex':
      return texts.notHexadecimal()
    case 'v1_length':
      return texts.badLength(problem.length)
  }
}
