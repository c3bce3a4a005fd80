// A receiver with Express that makes one mistake, by the path: node receiver.mjs
// It answers with the signature that it expected, so that test/vectors/record-mistakes.ts can record it.

import { createHmac, timingSafeEqual } from 'node:crypto'
import express from 'express'

const secret = process.env.SECRET
const rest = secret.replace('whsec_', '')
const decoded = Buffer.from(rest, 'base64')

const hmac = (key, ...parts) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made
}
const hex = (...args) => hmac(...args).digest('hex')

/** The v1 that each of them expects; what uses express.json() has the parsed body. */
const OF_JSON = {
  json_stringify: (t, body) => hex(secret, `${t}.${JSON.stringify(body)}`),
  'secret_undefined+json_stringify': (t, body) =>
    hex(`${process.env.NO_SUCH_SECRET}`, `${t}.${JSON.stringify(body)}`),
  'secret_empty+json_stringify': (t, body) => hex('', `${t}.${JSON.stringify(body)}`),
  object_as_text: (t, body) => hex(secret, `${t}.${body}`),
  'secret_prefix+json_stringify': (t, body) => hex(rest, `${t}.${JSON.stringify(body)}`),
  'secret_prefix+body_only+json_stringify': (_t, body) => hex(rest, JSON.stringify(body)),
}
const OF_BYTES = {
  secret_empty: (t, body) => hex('', `${t}.`, body),
  empty_body: t => hex(secret, `${t}.`),
  latin1_body: (t, body) => hex(secret, `${t}.${body.toString('latin1')}`),
  trimmed_body: (t, body) => hex(secret, `${t}.${body.toString().trim()}`),
  secret_prefix: (t, body) => hex(rest, `${t}.`, body),
  secret_base64: (t, body) => hex(decoded, `${t}.`, body),
  // What a template makes of a variable that isn't set.
  secret_undefined: (t, body) => hex(`${process.env.NO_SUCH_SECRET}`, `${t}.`, body),
  secret_null: (t, body) => hex(`${process.env.NO_SUCH_SECRET ?? null}`, `${t}.`, body),
  capital_digits: (t, body) => hex(secret, `${t}.`, body).toUpperCase(),
  secret_quotes: (t, body) => hex(JSON.stringify(secret), `${t}.`, body),
  body_only: (_t, body) => hex(secret, body),
  no_dot: (t, body) => hex(secret, t, body),
  base64_digest: (t, body) => hmac(secret, `${t}.`, body).digest('base64'),
  'secret_base64+body_only': (_t, body) => hex(decoded, body),
  milliseconds: (t, body) => hex(secret, `${t}.`, body),
}
/** The whole header that each of them expects. */
const HEADERS = {
  hex_header: body => hex(secret, body),
  sha256_header: body => `sha256=${hex(secret, body)}`,
}

function equal(given, expected) {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

const partsOf = header => Object.fromEntries(header.split(',').map(part => part.split(/=(.*)/)))

const verifying = (name, expect) => (request, response) => {
  const { t, v1 } = partsOf(request.get('X-Service-Signature') ?? '')
  if (!t || !v1) return response.sendStatus(401)
  const expected = expect(t, request.body)
  const seconds = name === 'milliseconds' ? Number(t) / 1000 : Number(t)
  const valid = equal(v1, expected) && Math.abs(Date.now() / 1000 - seconds) < 300
  response.status(valid ? 200 : 401).send(expected)
}

const app = express()
const path = name => `/${name.replaceAll('+', '\\+')}`
const raw = express.raw({ type: '*/*' })
for (const [name, expect] of Object.entries(OF_JSON)) {
  app.post(path(name), express.json(), verifying(name, expect))
}
for (const [name, expect] of Object.entries(OF_BYTES)) app.post(path(name), raw, verifying(name, expect))
for (const [name, expect] of Object.entries(HEADERS)) {
  app.post(path(name), raw, (request, response) => {
    const header = request.get('X-Service-Signature') ?? ''
    response.sendStatus(equal(header, expect(request.body)) ? 204 : 401)
  })
}
app.listen(Number(process.env.PORT), '127.0.0.1')
