/** Questions on a terminal without escape codes (TERM=dumb): prints a line and reads a line. */

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Stopped } from '#lib/failure.ts'
import type { Host } from './host.ts'
import { texts } from './texts.ts'
import { asYesOrNo } from './yes-or-no.ts'

/** A question, in the format of inquirer. */
export interface Question {
  type: 'input' | 'password' | 'confirm'
  message: string
  /** Returns true, or what is wrong with the answer. */
  validate?: (text: string) => true | string
}

/** Asks until the answer is valid. A password is not shown. */
export async function askPlainly(
  { stdin, stderr, signal }: Host,
  { type, message, validate }: Question,
): Promise<string | boolean> {
  const isHidden = type === 'password'
  // The system shows what is typed, unless readline handles the terminal. So readline starts before the question is
  // printed.
  const lines = createInterface({
    input: stdin.stream,
    ...(isHidden ? { output: nowhere(), terminal: true } : { terminal: false }),
  })
  const close = () => lines.close()
  signal.addEventListener('abort', close, { once: true })
  const question = type === 'confirm' ? `${message} (${texts.yesOrNo()}) ` : `${message} `
  try {
    stderr.write(question)
    for await (const answer of lines) {
      if (isHidden) stderr.write('\n')
      const verdict = validate?.(answer) ?? true
      if (verdict === true) return type === 'confirm' ? asYesOrNo(answer)! : answer
      stderr.write(`${verdict}\n${question}`)
    }
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
  stderr.write('\n')
  signal.throwIfAborted()
  // Ctrl-D, or a Ctrl-C that doesn't come as a signal.
  throw new Stopped('interrupted')
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
