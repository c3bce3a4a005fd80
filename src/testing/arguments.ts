/** What a test gives to the functions of `pixctl/testing`: plain JavaScript has no types that would check it. */

import { inspect } from 'node:util'
import { API_KEY_PREFIX, WS_TOKEN_PREFIX } from '#contract/limits.ts'
import { FIRST_MILLISECONDS } from '#contract/timestamp.ts'
import { listed, type Text } from '#lib/language.ts'
import { isSandboxSecret } from '#lib/sandbox/data.ts'
import { texts } from './texts.ts'
import type * as api from './types.ts'

/** The longest wait for a delivery: an hour. */
export const MAX_WAIT_MS = 3_600_000

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
export const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most

type Rule = [isRight: (value: unknown) => boolean, words: () => string]

const object: Rule = [isObject, texts.someObject]
const seconds: Rule = [value => isWhole(value, 0, FIRST_MILLISECONDS - 1), texts.someSeconds]

const secret = (prefix: string): Rule => [
  value => isSandboxSecret(prefix, value),
  () => texts.someSecret(prefix),
]

const OPTIONS: Record<keyof api.SandboxOptions, Rule> = {
  port: [value => isWhole(value, 0, 65_535), texts.somePort],
  data: [isText, texts.someFolder],
  language: [value => value === 'en' || value === 'pt-BR', texts.someLanguage],
  timeScale: [value => Number.isFinite(value) && Number(value) >= 1, texts.someScale],
  apiKey: secret(API_KEY_PREFIX),
  wsToken: secret(WS_TOKEN_PREFIX),
  webhooks: [value => Array.isArray(value) && value.every(isObject), texts.someWebhooks],
  rateLimit: [value => value === 'off' || isWhole(value, 1, Number.MAX_SAFE_INTEGER), texts.someLimit],
}

const RULES = {
  ...OPTIONS,
  options: object,
  fault: object,
  filter: object,
  id: [isText, texts.someId],
  amount: [
    value => typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)),
    texts.someAmount,
  ],
  timeout: [
    value => Number.isFinite(value) && Number(value) >= 0 && Number(value) <= MAX_WAIT_MS,
    texts.someMilliseconds,
  ],
  timestamp: seconds,
  at: seconds,
  tolerance: seconds,
} satisfies Record<string, Rule>

/** Throws a {@link mistake} if an argument isn't what its name stands for. */
export function check(name: keyof typeof RULES, value: unknown): void {
  const [isRight, words] = RULES[name]
  if (isRight(value)) return
  const shown = inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY }).slice(0, 80)
  throw mistake(() => texts.mustBe(name, shown, words()))
}

export function checkOptions(options: api.SandboxOptions): void {
  check('options', options)
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) throw mistake(() => texts.noOption(name, listed(Object.keys(OPTIONS))))
    if (value !== undefined) check(name as keyof api.SandboxOptions, value)
  }
}

/** Throws for a version of Node whose SQLite lacks what the sandbox needs: bin/run.js has the same rule. */
export function checkNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 23 || (major === 22 && minor >= 19)) return
  throw Object.assign(new Error(), { code: 'node_version', text: () => texts.otherNode(version) })
}

/** An error in the code of a test; {@link worded} puts it into words. */
export function mistake(text: Text): Error {
  return Object.assign(new TypeError(), { code: 'invalid_argument', text })
}
