// A receiver in Node that makes one mistake, by the path: node receiver.mjs

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.SECRET
const rest = secret.replace('whsec_', '')
const decoded = Buffer.from(rest, 'base64')

const hmac = (key, ...parts) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made
}
const hex = (...args) => hmac(...args).digest('hex')
const stringified = body => JSON.stringify(JSON.parse(body))

/** The v1 that each of them expects. */
const EXPECTED = {
  '/correct': (t, body) => hex(secret, `${t}.`, body),
  '/json_stringify': (t, body) => hex(secret, `${t}.${stringified(body)}`),
  '/object_as_text': (t, body) => hex(secret, `${t}.${JSON.parse(body)}`),
  '/empty_body': t => hex(secret, `${t}.`),
  '/latin1_body': (t, body) => hex(secret, `${t}.${body.toString('latin1')}`),
  '/trimmed_body': (t, body) => hex(secret, `${t}.${body.toString().trim()}`),
  '/secret_prefix': (t, body) => hex(rest, `${t}.`, body),
  '/secret_base64': (t, body) => hex(decoded, `${t}.`, body),
  '/body_only': (_t, body) => hex(secret, body),
  '/no_dot': (t, body) => hex(secret, t, body),
  '/base64_digest': (t, body) => hmac(secret, `${t}.`, body).digest('base64'),
  '/secret_prefix+json_stringify': (t, body) => hex(rest, `${t}.${stringified(body)}`),
  '/secret_base64+body_only': (_t, body) => hex(decoded, body),
  '/secret_prefix+body_only+json_stringify': (_t, body) => hex(rest, stringified(body)),
}

function equal(given, expected) {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

function accepts(path, header, body) {
  if (path === '/hex_header') return equal(header, hex(secret, body))
  if (path === '/sha256_header') return equal(header, `sha256=${hex(secret, body)}`)
  const { t, v1 } = Object.fromEntries(header.split(',').map(part => part.split(/=(.*)/)))
  if (!t || !v1) return false
  if (path === '/milliseconds') {
    return equal(v1, EXPECTED['/correct'](t, body)) && Math.abs(Date.now() - Number(t)) < 300_000
  }
  return equal(v1, EXPECTED[path](t, body)) && Math.abs(Date.now() / 1000 - Number(t)) < 300
}

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const header = request.headers['x-service-signature'] ?? ''
  response.writeHead(accepts(request.url, header, Buffer.concat(chunks)) ? 204 : 401).end()
}).listen(Number(process.env.PORT), '127.0.0.1')
