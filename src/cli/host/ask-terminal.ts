/** Asks the terminal something that it answers on standard input. */

import type { Readable } from 'node:stream'
import { Stopped } from '#lib/failure.ts'
import type { Host } from './host.ts'

/** A terminal answers in a few milliseconds; over a slow network in some hundred. */
const TIMEOUT_MS = 300
/** An answer that comes after that would be printed, or go to the shell: it is waited for, for this long. */
const LATE_MS = 700
const CTRL_C = '\u0003'

type Terminal = Readable & { setRawMode?(on: boolean): unknown }

export interface Question {
  send: () => void
  isAnswered: (input: string) => boolean
  /** What of the input is not an answer. */
  withoutAnswers: (input: string) => string
  /** Called with the input, with what came in time if that is not everything. */
  use: (input: string) => Promise<void>
}

/** Whether there is a terminal that can be asked. In the background, the system would stop the process. */
export async function canAsk({ stdin, env, platform, isInForeground }: Host): Promise<boolean> {
  if (!stdin.isTTY || platform === 'win32' || ['', 'dumb', 'linux'].includes(env.TERM ?? '')) return false
  return (stdin.stream as Terminal).setRawMode !== undefined && (await isInForeground?.()) !== false
}

/**
 * Asks, and restores the terminal in every case. Stopped (interrupted) if Ctrl-C is pressed meanwhile, which isn't a signal
 * then. Other keys are given back to standard input.
 */
export async function askTerminal(host: Host, question: Question): Promise<void> {
  const stream = host.stdin.stream as Terminal
  let input = ''
  let check = () => {}
  const read = (chunk: Buffer | string) => {
    input += Buffer.from(chunk as string).toString('latin1')
    check()
  }
  /** Resolves when the answer is there, or after the time. */
  const answer = (ms: number) =>
    new Promise<void>((resolve, reject) => {
      const settled = new AbortController()
      check = () => {
        if (input.includes(CTRL_C)) reject(new Stopped('interrupted'))
        else if (question.isAnswered(input)) resolve()
        else return
        settled.abort()
      }
      check()
      host.clock.sleep(ms, AbortSignal.any([host.signal, settled.signal])).then(resolve, () => {
        if (host.signal.aborted) reject(host.signal.reason)
      })
    })
  try {
    // Otherwise the answer would be shown, and would wait for Enter.
    stream.setRawMode?.(true)
    stream.on('data', read)
    question.send()
    await answer(TIMEOUT_MS)
    await question.use(input)
    await answer(LATE_MS)
  } finally {
    stream.off('data', read)
    stream.pause()
    stream.setRawMode?.(false)
    const typed = question.withoutAnswers(input).replaceAll(CTRL_C, '')
    if (typed !== '') stream.unshift(Buffer.from(typed, 'latin1'))
  }
}
