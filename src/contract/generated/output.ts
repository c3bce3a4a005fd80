// Generated from src/contract/output by tools/output-types.ts. Do not edit: run `npm run generate`.

import type * as contract from './types.ts'

/**
 * A charge, as the service gave it
 */
export type Charge = contract.Payment

/**
 * An error, one line on stderr
 */
export interface Error {
/**
 * What happened, why, and what to do next, in English. The words may change
 */
error: string
/**
 * The exit code
 */
exitCode: number
/**
 * The HTTP status, if the service has answered with one
 */
status?: number
/**
 * The service's own code, if its answer has one
 */
code?: string
/**
 * The key of a creation that was under way
 */
idempotencyKey?: string
/**
 * The id of a charge that isn't the one asked for, or that was made before something went wrong
 */
id?: string
/**
 * How many seconds the service asked to wait (429)
 */
retryAfter?: number
}
/**
 * What commands there are, in English
 */
export interface Help {
/**
 * Of pixctl
 */
version: string
/**
 * Each command, or those that begin with the words that were given
 */
commands: {
/**
 * Its words, such as `charge create`
 */
command: string
/**
 * Other words for the same command
 */
aliases: string[]
/**
 * What it does, in a few words
 */
summary: string
/**
 * Paragraphs with empty lines between them; null if the summary says all
 */
description: (string | null)
/**
 * What is given without a name, in its order
 */
arguments: {
/**
 * As the help shows it, such as `ID`
 */
name: string
/**
 * What it is
 */
description: string
/**
 * Whether the command needs it
 */
required: boolean
/**
 * Whether it may be given more than once
 */
multiple: boolean
/**
 * All values that it takes; null if it takes others
 */
choices: (string[] | null)
}[]
/**
 * What is given by a name
 */
flags: {
/**
 * Without the hyphens
 */
name: string
/**
 * Its short form, without the hyphen; null if it has none
 */
short: (string | null)
/**
 * What it does
 */
description: string
/**
 * What its value is called in the help, such as `FILE`; null if it takes none
 */
value: (string | null)
/**
 * The values that have a name. Where `value` is another too, such as `FILE` or `N`, it is taken as well. Null if none has a name
 */
choices: (string[] | null)
/**
 * The value without the flag, as it is typed; null if there is none
 */
default: (string | null)
/**
 * Whether the command needs it
 */
required: boolean
/**
 * Whether it may be given more than once
 */
multiple: boolean
/**
 * The flag without which it can't be given, such as `--from`; otherwise null
 */
with: (string | null)
/**
 * Whether nearly every command takes it
 */
global: boolean
}[]
/**
 * Command lines
 */
examples: string[]
/**
 * The schemas of what `--json` prints, in the package; empty if it prints nothing
 */
schemas: string[]
}[]
/**
 * The first words that several commands share
 */
topics: {
/**
 * The words
 */
topic: string
/**
 * What these commands are for
 */
description: string
}[]
}
/**
 * A line on stderr with `--log-format json`. It may have other members, which say in numbers and ids what its words say
 */
export interface LogLine {
/**
 * When it was written
 */
time: string
/**
 * How serious it is
 */
level: ("debug" | "info" | "warn" | "error")
/**
 * The words, in English. They may change
 */
message: string
/**
 * Of an error, the exit code
 */
exitCode?: number
/**
 * Of an error, what to do next
 */
next?: string[]
/**
 * The delivery that it is about
 */
delivery?: string
/**
 * The charge that it is about
 */
paymentId?: string
[k: string]: unknown
}
/**
 * What must be said beside the data, one line on stderr
 */
export interface Note {
/**
 * The words, in English. They may change
 */
note: string
}

/** What `--json` prints, by the name of its schema. */
export interface Outputs {
  'charge': Charge
  'error': Error
  'help': Help
  'log-line': LogLine
  'note': Note
}
