/** What a client of a sandbox's dashboard, or of an inspector, sends in place of its token (docs/decisions/security.md). */

import { createHmac, randomBytes } from 'node:crypto'
import { call } from './http.ts'

interface Served {
  url: string
  token: string
}

const hmac = (token: string, ...parts: string[]) =>
  createHmac('sha256', token).update(parts.join('\n')).digest('base64url')

/** The header, or an error if the server doesn't prove that it knows the token. */
export async function authorizationFor({ url, token }: Served): Promise<string> {
  const nonce = randomBytes(16).toString('base64url')
  const { port } = new URL(url)
  const { run, proofs } = (await call(`${url}/api/proof?nonce=${nonce}`)).body
  if (!proofs.includes(hmac(token, 'server', port, run, nonce))) throw new Error(`${url} has no proof`)
  return `Bearer ${hmac(token, 'client', port, run)}`
}

const known = new Map<string, Promise<string>>()

/** The same, asked once for each run of a sandbox. */
export function dashboardAuthorization(sandbox: { dashboardUrl: string; dashboardToken: string }) {
  const { dashboardUrl: url, dashboardToken: token } = sandbox
  const key = `${url} ${token}`
  const header = known.get(key) ?? authorizationFor({ url, token })
  known.set(key, header)
  return header
}
