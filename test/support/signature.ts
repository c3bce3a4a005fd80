/** What `webhook verify` is given in tests, with a signature that is made apart from the code under test. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sign as signAt } from '../webhooks/target.ts'

export const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0'
export const BODY = '{"id":"evt_1","type":"payment.approved","data":{"paymentId":"pay_1","amount":10.50}}'
/** The second of the signature. */
export const SIGNED_AT = 1_772_000_000
export const AT = ['--at', String(SIGNED_AT)]

/** The signature of a body, as the header has it. */
export function sign(body: string | Buffer, { secret = SECRET, t = String(SIGNED_AT) } = {}): string {
  return signAt(t, Buffer.from(body), secret)
}

/** Writes a file into a folder; gives its path. */
export function writeIn(folder: string, name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
