/**
 * JSON of a shape in src/contract/output. The shape must be named, `toJson<'status'>(status)`: so what has another one
 * does not compile.
 */

import type { Outputs } from '#contract/generated/output.ts'
import { formatJson, formatJsonLine } from '#lib/json.ts'

export type OutputName = keyof Outputs

type Given<Value> = Value extends object ? { readonly [Member in keyof Value]: Given<Value[Member]> } : Value
/** A value of this shape. */
export type Printed<Name extends OutputName> = Given<Outputs[Name]>

/** Indented. */
export const toJson = <Name extends OutputName = never>(value: Printed<Name>): string => formatJson(value)

/** A line of NDJSON. */
export const toJsonLine = <Name extends OutputName = never>(value: Printed<Name>): string =>
  formatJsonLine(value)
