/** Asks questions on stderr: with inquirer, or in plain lines on a terminal without escape codes. */

import { Failure, Stopped } from '#lib/failure.ts'
import { stepText } from '#lib/suggestion.ts'
import { canClearLine } from '#terminal/style.ts'
import { wrapWords } from '#terminal/width.ts'
import type { Host } from './host.ts'
import type { Question } from './plain-prompt.ts'
import { texts } from './texts.ts'
import { asYesOrNo } from './yes-or-no.ts'

/** Asks until the answer is valid. `check` throws a Failure that says what is wrong. */
export function ask(host: Host, message: string, check: (text: string) => unknown): Promise<string> {
  return prompt(host, { type: 'input', message, validate: validator(host, check) })
}

/** Asks for a secret. Nothing is shown while the user types. */
export function askSecret(host: Host, message: string, check: (text: string) => unknown): Promise<string> {
  return prompt(host, { type: 'password', message, validate: validator(host, check) })
}

/** Asks for yes or no. Only Enter means no. */
export function confirm(host: Host, message: string): Promise<boolean> {
  const validate = (text: string) => asYesOrNo(text) !== undefined || texts.answerYesOrNo()
  return prompt<boolean>(host, { type: 'confirm', message, validate })
}

async function prompt<T = string>(host: Host, question: Question): Promise<T> {
  if (!canClearLine({ env: host.env, isTTY: true })) {
    const { askPlainly } = await import('./plain-prompt.ts')
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
      if (verdict === true) return (question.type === 'confirm' ? asYesOrNo(answer) : answer) as T
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
    const shown = (text: string) => (asYesOrNo(text) ? texts.yes() : texts.no())
    const transformer = (text: string, { isFinal }: { isFinal: boolean }) => (isFinal ? shown(text) : text)
    return { ...question, ...CLEARED, type: 'input', default: texts.yesOrNo(), transformer }
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
    try {
      check(text)
      return true
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const said = [error.said, ...error.next.map(step => stepText(step))].join('; ')
      return wrapWords(WRONG + said, stderr.columns || 80)
        .join('\n')
        .slice(WRONG.length)
    }
  }
}
