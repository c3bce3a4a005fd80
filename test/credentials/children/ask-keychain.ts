/**
 * Asks the keychain as a command does, writes the answer as a line of JSON, and ends as pixctl must: with
 * the right code also when the keychain never answered.
 *
 *     ask-keychain.ts get|set|delete PROFILE [SECRET]
 *     KEYTAR=/path/to/keytar.js   load this one
 */

import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { CredentialsError } from '#credentials/errors.ts'
import { type Keytar, openKeychain } from '#credentials/keychain.ts'
import { systemClock } from '#lib/clock.ts'
import { type Step, stepText } from '#lib/suggestion.ts'

const [operation, profile, secret] = process.argv.slice(2) as [string, string, string | undefined]
const other = process.env.KEYTAR
const keychain = openKeychain({
  clock: systemClock,
  ...(other ? { load: async () => createRequire(import.meta.url)(other) as Keytar } : {}),
})

let exitCode = 0
const line: Record<string, unknown> = {}
try {
  if (operation === 'get') line.answer = await keychain.get(profile, 'api-key')
  if (operation === 'set') await keychain.set(profile, 'api-key', secret!)
  if (operation === 'delete') line.answer = await keychain.delete(profile, 'api-key')
} catch (error) {
  if (!(error instanceof CredentialsError)) throw error
  exitCode = 3
  const { problem, message, next } = error
  Object.assign(line, { problem, message, next: next.map((step: Step) => stepText(step)) })
  // A second secret of the same command: it must not take another three seconds.
  await keychain.get(profile, 'ws-token').catch(() => {})
}
writeSync(1, `${JSON.stringify({ ...line, unanswered: keychain.unanswered })}\n`)
if (keychain.unanswered > 0) process.execve!('/bin/sh', ['sh', '-c', `exit ${exitCode}`], {})
process.exit(exitCode)
