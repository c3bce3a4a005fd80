/** The arguments of `npm run package`. */

import { parseArgs } from 'node:util'
import { TARGETS, type Target } from './nodes.ts'

const NAMES = TARGETS.map(({ name }) => name)

export const USAGE = `usage: npm run package [-- [--fast] [--tarball FILE] [--to FOLDER] [TARGET...]]
TARGET is ${NAMES.slice(0, -1).join(', ')} or ${NAMES.at(-1)}; without one, all are built`

export interface Arguments {
  targets: readonly Target[]
  fast: boolean
  tarball: string | undefined
  to: string | undefined
}

export function readArguments(words: string[]): Arguments | { help: true } | { problem: string } {
  let read: ReturnType<typeof parse>
  try {
    read = parse(words)
  } catch (error) {
    return { problem: (error as Error).message }
  }
  const { values, positionals } = read
  if (values.help) return { help: true }
  const unknown = positionals.filter(name => !TARGETS.some(target => target.name === name))
  if (unknown.length > 0) return { problem: `not a target: ${unknown.join(', ')}` }
  return {
    targets: TARGETS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    fast: values.fast ?? false,
    tarball: values.tarball,
    to: values.to,
  }
}

function parse(args: string[]) {
  return parseArgs({
    args,
    options: {
      fast: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      tarball: { type: 'string' },
      to: { type: 'string' },
    },
    allowPositionals: true,
  })
}
