/** Questions on a terminal that knows no commands (TERM=dumb): a line is printed, and a line is typed. */

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Stopped } from '../../shared/failure.ts'
import type { Host } from './host.ts'

/** What inquirer is asked, too. */
export interface Question {
  type: 'input' | 'password' | 'confirm'
  message: string
  /** For a yes or no. */
  default?: boolean
  /** True, or what is wrong with the answer. */
  validate?: (text: string) => true | string
}

/** Asks until the answer is valid: a text, or a yes or no. What is typed to a `password` isn't shown. */
export async function askPlainly(
  { stdin, stderr, signal }: Host,
  { type, message, validate }: Question,
): Promise<string | boolean> {
  const isHidden = type === 'password'
  // Only as a terminal of its own does readline keep the system from showing what is typed; so it begins
  // before the question stands there.
  const lines = createInterface({
    input: stdin.stream,
    ...(isHidden ? { output: nowhere(), terminal: true } : { terminal: false }),
  })
  const close = () => lines.close()
  signal.addEventListener('abort', close, { once: true })
  const question = type === 'confirm' ? `${message} (y/N) ` : `${message} `
  try {
    stderr.write(question)
    for await (const answer of lines) {
      if (isHidden) stderr.write('\n')
      if (type === 'confirm') return /^y(es)?$/i.test(answer.trim())
      const verdict = validate?.(answer) ?? true
      if (verdict === true) return answer
      stderr.write(`${verdict}\n${question}`)
    }
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
  stderr.write('\n')
  signal.throwIfAborted()
  // Ctrl-D; and Ctrl-C where it doesn't come as a signal.
  throw new Stopped('interrupted')
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
