/**
 * The inspector that runs for an inbox of a profile. It leaves its address in a private file, so that `webhook inspect` finds it
 * and asks it for a new login code. Both sides prove that they know the file's token without sending it: when the
 * inspector has ended, another program may get its port.
 */

import { createHash, createHmac, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from '../api/transport.ts'
import { readPrivate, replaceFile } from '../shared/files.ts'
import { DIRECT } from '../shared/proxy-settings.ts'
import { isSecret } from '../shared/secret.ts'
import { prepareFolder, stateFolder } from '../store/folder.ts'
import type { CodeOptions } from '../web/codes.ts'

/** The path of the request for a new login code. */
export const NEW_CODE = '/api/login-codes'
/** How long the other inspector may take, in milliseconds. */
const ANSWER_MS = 3_000

export interface Instance {
  /** Such as `http://127.0.0.1:4243`. */
  url: string
  token: string
}

/** What an inspector shows. */
export interface Shown {
  dataDir: string
  profile: string
  /** The name of a shared inbox; null for the one on this machine. */
  inbox: string | null
}

/** Each inbox has its own file, so that nobody is sent to the page of another one. */
function fileOf({ dataDir, profile, inbox }: Shown): string {
  const of = inbox === null ? '' : `-${createHash('sha256').update(inbox).digest('hex').slice(0, 16)}`
  return join(stateFolder(dataDir, profile), `inspector${of}.json`)
}

/** Leaves the address of this inspector. Returns a function that removes it, unless another one has left its own. */
export function leaveInstance(shown: Shown, instance: Instance): () => void {
  const file = fileOf(shown)
  prepareFolder(shown.dataDir, shown.profile)
  replaceFile(file, JSON.stringify(instance), { durable: false })
  return () => {
    if (instanceOf(shown)?.token === instance.token) rmSync(file, { force: true })
  }
}

/** What the last inspector has left; null if there is nothing usable. It may have ended. */
export function instanceOf(shown: Shown): Instance | null {
  try {
    const { url, token } = JSON.parse(readPrivate(fileOf(shown)) ?? '{}') as Partial<Instance>
    const isUsable =
      typeof url === 'string' && typeof token === 'string' && /^http:\/\/127\.0\.0\.1:\d+$/.test(url)
    return isUsable ? { url, token } : null
  } catch {
    return null
  }
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What each side sends to prove that it knows the token. */
export function proof(token: string, side: 'asks' | 'answers', text: string): string {
  return createHmac('sha256', token).update(`${side}\n${text}`).digest('base64url')
}

/**
 * Asks the running inspector for a new address that logs a browser in; null if none answers that knows the token.
 */
export async function askForLogin(
  { url, token }: Instance,
  signal: AbortSignal,
  { ownUserOnly = false }: CodeOptions = {},
): Promise<string | null> {
  const nonce = randomBytes(16).toString('base64url')
  const form = new URLSearchParams({
    nonce,
    proof: proof(token, 'asks', nonce),
    ...(ownUserOnly && { ownUserOnly: 'yes' }),
  })
  try {
    const transport = await createTransport(DIRECT)
    const { status, body } = await transport.send({
      method: 'POST',
      url: url + NEW_CODE,
      headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(form.toString()),
      timeoutMs: ANSWER_MS,
      signal,
    })
    if (status !== 200) return null
    const { path, proof: given } = JSON.parse(body.toString('utf8')) as { path?: unknown; proof?: unknown }
    const isOurs =
      typeof path === 'string' &&
      typeof given === 'string' &&
      isSecret(given, proof(token, 'answers', nonce + path))
    return isOurs ? url + path : null
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** The answer to {@link askForLogin}; null if the other side doesn't know the token. */
export function answerForLogin(
  token: string,
  form: URLSearchParams,
  newPath: (options: CodeOptions) => string,
): object | null {
  const nonce = form.get('nonce') ?? ''
  if (nonce.length < 16 || !isSecret(form.get('proof') ?? '', proof(token, 'asks', nonce))) return null
  const path = newPath({ ownUserOnly: form.has('ownUserOnly') })
  return { path, proof: proof(token, 'answers', nonce + path) }
}
