/** Reads the body of an answer. */

import { brokenRule, type Validator } from '#contract/broken-rules.ts'
import { isDeeperThan, MAX_NESTING } from '#contract/json-members.ts'
import { broken } from './failures.ts'
import { texts } from './texts.ts'
import type { Answer } from './transport.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/**
 * {@link parse} for the answer about one charge. No member may appear twice: a charge could be both PENDING and PAID,
 * and which of the two counts depends on the program.
 */
export function parseCharge<T>(answer: Answer, valid: Validator<T>): { body: T; text: string } {
  const parsed = parse(answer, valid)
  const strings = [...parsed.text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)]
  if (strings.filter(([, colon]) => colon).length === membersIn(parsed.body)) return parsed
  throw broken(() => texts.repeatedMember(), { status: answer.status })
}

/** How many members a value has, with those of the values in it. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value).reduce((sum: number, member) => sum + membersIn(member), 0)
  return Array.isArray(value) ? inside : inside + Object.keys(value).length
}

/** The body of an answer, checked. The failure never quotes it, because it may hold a secret. */
export function parse<T>(answer: Answer, valid: Validator<T>): { body: T; text: string } {
  let text: string
  let body: unknown
  try {
    text = UTF8.decode(answer.body)
    body = JSON.parse(text)
  } catch {
    throw broken(() => texts.notJson(answer.status), { status: answer.status })
  }
  // Printing it would overflow the stack.
  if (isDeeperThan(text, MAX_NESTING))
    throw broken(() => texts.tooDeep(MAX_NESTING), { status: answer.status })
  if (!valid(body)) {
    const [first] = valid.errors ?? []
    const where = first?.instancePath.slice(1).replaceAll('/', '.') ?? ''
    const rule = first ? brokenRule(first) : ''
    throw broken(() => texts.againstContract(where, rule), { status: answer.status })
  }
  return { body, text }
}
