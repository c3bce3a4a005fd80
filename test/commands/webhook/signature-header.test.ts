import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { headerValue, signatureInFile } from '#commands/webhook/verify/signature-header.ts'

const folder = mkdtempSync(join(tmpdir(), 'pixctl-headers-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(text: string): string | undefined {
  const path = join(folder, 'headers')
  writeFileSync(path, text)
  return signatureInFile(path)
}

describe('a header by itself', () => {
  it.each([
    ['t=1,v1=00', 't=1,v1=00'],
    [' t=1,v1=00\n', 't=1,v1=00'],
    ['x-service-signature:t=1,v1=00', 't=1,v1=00'],
    ['X-Service-Signature:', ''],
    ['', ''],
  ])('%j is read as its value', (text, value) => {
    expect(headerValue(text)).toBe(value)
  })
})

describe('a header in a file', () => {
  it.each<[string, string, string | undefined]>([
    ['header lines', 'Host: a\nX-Service-Signature: t=1,v1=00\nAccept: b\n', 't=1,v1=00'],
    [
      'a raw request',
      'POST /hook HTTP/1.1\r\nHost: a\r\nX-Service-Signature: t=1,v1=00\r\n\r\nX-Service-Signature: t=2,v1=11',
      't=1,v1=00',
    ],
    ['curl -v', '> POST / HTTP/1.1\n> X-Service-Signature: t=1,v1=00\n>\n', 't=1,v1=00'],
    ['two of them', 'X-Service-Signature: t=1\nX-Service-Signature: v1=00\n', 't=1,v1=00'],
    ['a JSON object', '{"host":"a","x-service-signature":"t=1,v1=00"}', 't=1,v1=00'],
    [
      'a member headers',
      '{"method":"POST","headers":{"X-Service-Signature":["t=1,v1=00"]},"body":"…"}',
      't=1,v1=00',
    ],
    // php -r 'echo json_encode($_SERVER);' of a request, shortened.
    [
      "PHP's $_SERVER",
      '{"REQUEST_METHOD":"POST","HTTP_HOST":"a","HTTP_X_SERVICE_SIGNATURE":"t=1,v1=00","REQUEST_TIME":1772000000,"argv":[],"argc":0}',
      't=1,v1=00',
    ],
    [
      'what is nearly its name',
      '{"HTTP_X_SERVICE_SIGNATURE_2":"t=1","X_SERVICE_SIGNATURE":"t=2"}',
      undefined,
    ],
    ['a byte order mark before it', '\ufeffX-Service-Signature: t=1,v1=00', 't=1,v1=00'],
    ['an empty one', 'X-Service-Signature:\n', ''],
    ['none, but a body that looks like one', 'Host: a\n\nX-Service-Signature: t=1,v1=00', undefined],
  ])('is found in %s', (_name, text, value) => {
    expect(read(text)).toBe(value)
  })

  it.each([
    ['a file that is not there', () => signatureInFile(join(folder, 'nothing'))],
    ['broken JSON', () => read('{"x-service-signature": ')],
    ['a JSON list', () => read('["X-Service-Signature","t=1,v1=00"]')],
  ])('is wrong usage with %s', (_name, attempt) => {
    expect(attempt).toThrow(expect.objectContaining({ category: 'usage' }))
  })
})
