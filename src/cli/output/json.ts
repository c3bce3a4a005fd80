/**
 * JSON of a shape in src/contract/output. The shape must be named, `toJson<'status'>(status)`: so what has another one
 * does not compile.
 */

import type { Outputs } from '#contract/generated/output.ts'
import { formatJson, formatJsonLine } from '#lib/json.ts'

export type OutputName = keyof Outputs

/** Indented. */
export const toJson = <Name extends OutputName = never>(value: Outputs[Name]): string => formatJson(value)

/** A line of NDJSON. */
export const toJsonLine = <Name extends OutputName = never>(value: Outputs[Name]): string =>
  formatJsonLine(value)
