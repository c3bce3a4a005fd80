/** Asks questions on stderr: with inquirer, or in plain lines on a terminal without escape codes. */

import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { debuglog } from 'node:util'
import { attempt, Failure, Stopped } from '#lib/failure.ts'
import { stepText } from '#lib/suggestion.ts'
import { canClearLine } from '#terminal/style.ts'
import { wrapWords } from '#terminal/width.ts'
import type { Host } from './host.ts'
import { MARK_NO_PASTES, MARK_PASTES } from './keys.ts'
import { texts } from './texts.ts'

/** A question, in the format of inquirer. */
interface Question {
  type: 'input' | 'password' | 'confirm'
  message: string
  /** Returns true, or what is wrong with the answer. */
  validate?: (text: string) => true | string
  /** Of `confirm`: what Enter alone means. */
  enter?: boolean
}

/**
 * Asks until the answer is valid. `check` throws a Failure that says what is wrong. Failure (usage) if several lines come at once:
 * they were pasted, and each would be the answer to another question.
 */
export async function ask(host: Host, message: string, check: (text: string) => unknown): Promise<string> {
  const { stream } = host.stdin
  const pasted = new AbortController()
  let burst = ''
  const listen = (chunk: Buffer | string) => {
    burst += chunk
    const lines = burst.replaceAll(PASTE_MARKS, '').split(/\r\n?|\n/)
    if (lines.length > 2 || lines[1]) pasted.abort()
    void fewTurns().then(() => {
      if (burst.lastIndexOf(PASTE_START) <= burst.lastIndexOf(PASTE_END)) burst = ''
    })
  }
  const canMark = canClearLine({ env: host.env, isTTY: true })
  if (canMark) host.stderr.write(MARK_PASTES)
  stream.on('data', listen)
  try {
    const signal = AbortSignal.any([host.signal, pasted.signal])
    const verdictOf = validator(host, check)
    const validate = (text: string) => {
      const verdict = verdictOf(text)
      // What follows may answer what is said now.
      if (verdict !== true) burst = ''
      return verdict
    }
    const answer = await prompt<string>({ ...host, signal }, { type: 'input', message, validate }).catch(
      error => {
        if (!pasted.signal.aborted) throw error
        return ''
      },
    )
    // A terminal that gives line by line has the next line of a paste ready. A key is for the next question.
    const ahead: Buffer[] = []
    const keep = (chunk: Buffer | string) => ahead.push(Buffer.from(chunk))
    stream.on('data', keep).resume()
    await fewTurns()
    stream.off('data', keep).pause()
    if (ahead.length > 0) stream.unshift(Buffer.concat(ahead))
    if (pasted.signal.aborted) throw new Failure('usage', texts.severalLines, { next: texts.answerEach })
    return answer
  } finally {
    stream.off('data', listen).pause()
    if (canMark) host.stderr.write(MARK_NO_PASTES)
  }
}

const PASTE_START = '\u001b[200~'
const PASTE_END = '\u001b[201~'
const PASTE_MARKS = /\u001b\[20[01]~/g

/** Until what the system has ready was read. */
async function fewTurns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await setImmediate()
}

/** Asks for a secret. Nothing is shown while the user types. */
export async function askSecret(
  host: Host,
  message: string,
  check: (text: string) => unknown,
): Promise<string> {
  refuseTracedStreams()
  return prompt(host, { type: 'password', message, validate: validator(host, check) })
}

/** Failure (usage) if Node shows what a stream reads, of which a secret would be a part. */
export function refuseTracedStreams(): void {
  if (!debuglog('stream').enabled) return
  throw new Failure('usage', texts.tracesStreams, { next: texts.unsetNodeDebug })
}

/** Asks for yes or no. Enter alone means `enter`. */
export function confirm(host: Host, message: string, enter = false): Promise<boolean> {
  const validate = (text: string) => asYesOrNo(text, enter) !== undefined || texts.answerYesOrNo()
  return prompt<boolean>(host, { type: 'confirm', message, validate, enter })
}

async function prompt<T = string>(host: Host, question: Question): Promise<T> {
  if (!canClearLine({ env: host.env, isTTY: true })) {
    return (await askPlainly(host, question)) as T
  }
  const { default: inquirer } = await import('inquirer')
  const run = inquirer.createPromptModule({
    input: host.stdin.stream as NodeJS.ReadStream,
    output: host.stderr as NodeJS.WriteStream,
    signal: host.signal,
  })
  try {
    for (;;) {
      const { answer } = await run([{ name: 'answer', ...asInquirer(question) } as never])
      // inquirer keeps what was typed when it refuses it. In a secret nobody sees that, so each attempt is a new question.
      const verdict = question.type === 'password' ? (question.validate?.(answer) ?? true) : true
      if (verdict === true)
        return (question.type === 'confirm' ? asYesOrNo(answer, question.enter) : answer) as T
      host.stderr.write(`${WRONG}${verdict}\n`)
    }
  } catch (error) {
    host.signal.throwIfAborted()
    if ((error as Error).name === 'ExitPromptError') throw new Stopped('interrupted')
    throw error
  }
}

/** What was refused is cleared, so that the next answer isn't added to it. */
const CLEARED = { theme: { validationFailureMode: 'clear' } }

/** inquirer's own question for yes or no takes the words of one language only. */
function asInquirer(question: Question) {
  if (question.type === 'confirm') {
    const shown = (text: string) => (asYesOrNo(text, question.enter) ? texts.yes() : texts.no())
    const transformer = (text: string, { isFinal }: { isFinal: boolean }) => (isFinal ? shown(text) : text)
    return {
      ...question,
      ...CLEARED,
      type: 'input',
      default: texts.yesOrNo(question.enter === true),
      transformer,
    }
  }
  if (question.type === 'input') return { ...question, ...CLEARED }
  const { validate: _afterwards, ...secret } = question
  // A check mark would say that the secret is right, before the service has seen it.
  return {
    ...secret,
    toggleMask: false,
    theme: { prefix: { done: '?' }, style: { maskedText: texts.masked() } },
  }
}

/** Inquirer's mark before what is wrong. */
const WRONG = '> '

function validator({ stderr }: Host, check: (text: string) => unknown): (text: string) => true | string {
  return text => {
    const checked = attempt(() => check(text))
    if (!(checked instanceof Failure)) return true
    const problem = [checked.localized, ...checked.next.map(stepText)].join('; ')
    return wrapWords(WRONG + problem, stderr.columns || 80)
      .join('\n')
      .slice(WRONG.length)
  }
}

/** Prints a line and reads a line until the answer is valid. A password is not shown. */
async function askPlainly(
  { stdin, stderr, signal }: Host,
  { type, message, validate, enter = false }: Question,
): Promise<string | boolean> {
  const { createInterface } = await import('node:readline')
  const isHidden = type === 'password'
  // The system shows what is typed, unless readline handles the terminal. So readline starts before the question is
  // printed.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: stdin.stream,
    signal,
    ...(isHidden ? { output: nowhere, terminal: true } : { terminal: false }),
  })
  const question = type === 'confirm' ? `${message} (${texts.yesOrNo(enter)}) ` : `${message} `
  try {
    stderr.write(question)
    for await (const answer of lines) {
      if (isHidden) stderr.write('\n')
      const verdict = validate?.(answer) ?? true
      if (verdict === true) return type === 'confirm' ? asYesOrNo(answer, enter)! : answer
      stderr.write(`${verdict}\n${question}`)
    }
  } finally {
    lines.close()
  }
  stderr.write('\n')
  signal.throwIfAborted()
  // Ctrl-D, or a Ctrl-C that doesn't come as a signal.
  throw new Stopped('interrupted')
}

/**
 * In both languages whatever the language is: a person types what he is used to. Undefined if it is neither. For Enter
 * alone, which means `enter`, inquirer gives the default that it shows.
 */
function asYesOrNo(text: string, enter = false): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (['', texts.yesOrNo(enter).toLowerCase()].includes(word)) return enter
  if (['y', 'yes', 's', 'sim'].includes(word)) return true
  if (['n', 'no', 'não', 'nao'].includes(word)) return false
  return undefined
}
