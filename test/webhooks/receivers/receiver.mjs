// A receiver with Express that makes one mistake, by the path: node receiver.mjs
// It answers with the signature that it expected, so that test/vectors/record-mistakes.ts can record it.

import { createHmac, timingSafeEqual } from 'node:crypto'
import express from 'express'

const secret = process.env.SECRET
const rest = secret.replace('whsec_', '')
const decoded = Buffer.from(rest, 'base64')

const hex = (key, ...parts) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest('hex')
}

/** The v1 that each of them expects; what uses express.json() has the parsed body. */
const OF_JSON = {
  json_stringify: (t, body) => hex(secret, `${t}.${JSON.stringify(body)}`),
  'secret_undefined+json_stringify': (t, body) =>
    hex(`${process.env.NO_SUCH_SECRET}`, `${t}.${JSON.stringify(body)}`),
  'secret_empty+json_stringify': (t, body) => hex('', `${t}.${JSON.stringify(body)}`),
  'secret_prefix+json_stringify': (t, body) => hex(rest, `${t}.${JSON.stringify(body)}`),
}
const OF_BYTES = {
  secret_empty: (t, body) => hex('', `${t}.`, body),
  secret_prefix: (t, body) => hex(rest, `${t}.`, body),
  secret_base64: (t, body) => hex(decoded, `${t}.`, body),
  // What a template makes of a variable that isn't set.
  secret_undefined: (t, body) => hex(`${process.env.NO_SUCH_SECRET}`, `${t}.`, body),
  secret_null: (t, body) => hex(`${process.env.NO_SUCH_SECRET ?? null}`, `${t}.`, body),
  capital_digits: (t, body) => hex(secret, `${t}.`, body).toUpperCase(),
  body_only: (_t, body) => hex(secret, body),
  'secret_base64+body_only': (_t, body) => hex(decoded, body),
}

function equal(given, expected) {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

const partsOf = header => Object.fromEntries(header.split(',').map(part => part.split(/=(.*)/)))

const verifying = expect => (request, response) => {
  const { t, v1 } = partsOf(request.get('X-Service-Signature') ?? '')
  if (!t || !v1) return response.sendStatus(401)
  const expected = expect(t, request.body)
  const valid = equal(v1, expected) && Math.abs(Date.now() / 1000 - Number(t)) < 300
  response.status(valid ? 200 : 401).send(expected)
}

const app = express()
const path = name => `/${name.replaceAll('+', '\\+')}`
const raw = express.raw({ type: '*/*' })
for (const [name, expect] of Object.entries(OF_JSON)) {
  app.post(path(name), express.json(), verifying(expect))
}
for (const [name, expect] of Object.entries(OF_BYTES)) app.post(path(name), raw, verifying(expect))
app.listen(Number(process.env.PORT), '127.0.0.1')
