/** A delivery as a curl command that can be pasted into a POSIX shell, whatever the delivery holds. */

import { isUtf8 } from 'node:buffer'
import { DELIVERY_HEADERS } from '#contract/delivery.ts'
import { shellWord } from '#lib/suggestion.ts'

/** A longer command is no use: the body comes from a file then. */
const MAX_BODY = 16 * 1024
const SENT = new Set(DELIVERY_HEADERS.map(name => name.toLowerCase()))
/** Control characters could end the paste and run what follows. */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

interface CurlDelivery {
  url: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  /** To take a long body from. */
  file: string
}

export function curlCommand({ url, headers, body, file }: CurlDelivery): string {
  const given = headers.filter(([name, value]) => SENT.has(name.toLowerCase()) && !UNSAFE.test(value))
  const words = given.flatMap(([name, value]) => ['-H', value === '' ? `${name};` : `${name}: ${value}`])
  const command = ['curl', '-X', 'POST', ...words].map(shellWord).join(' ')
  const to = shellWord(url)
  if (body.length > MAX_BODY) return `${command} --data-binary ${shellWord(`@${file}`)} ${to}`
  const text = body.toString('utf8')
  if (isUtf8(body) && !UNSAFE.test(text)) return `${command} --data-raw ${shellWord(text)} ${to}`
  return `printf %s ${body.toString('base64')} | base64 -d | ${command} --data-binary @- ${to}`
}
