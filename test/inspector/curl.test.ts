import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlCommand } from '#inspector/curl.ts'

const url = "http://127.0.0.1:3000/hooks?a='1'"
const headers = [
  ['Content-Type', 'application/json'],
  ['X-Service-Event', `$(touch x) \`id\` "'\\`],
  ['X-Service-Delivery', 'dlv_1'],
  ['Host', 'example.com'],
  ['X-Other', 'not needed'],
] as const

/** What curl would get: its arguments, and its standard input. */
function pasted(command: string): { words: string[]; input: string } {
  const script = `curl() { printf '%s\\0' "$@"; if [ "$6" = @- ] || case "$*" in *@-*) true;; *) false;; esac; then printf 'INPUT\\0'; od -An -tx1 -v; fi; }; ${command}`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', input: '' })
  expect(stderr).toBe('')
  const parts = stdout.split('\0')
  const at = parts.indexOf('INPUT')
  return at === -1
    ? { words: parts.slice(0, -1), input: '' }
    : { words: parts.slice(0, at), input: parts[at + 1]!.replace(/\s/g, '') }
}

const HEADERS = [
  '-H',
  'Content-Type: application/json',
  '-H',
  `X-Service-Event: $(touch x) \`id\` "'\\`,
  '-H',
  'X-Service-Delivery: dlv_1',
]

describe('a delivery as a curl command', () => {
  it.each(['{"a":1}', '', `it's "quoted" $(id)\n\n`, '@/etc/passwd', '-d', 'Pão'])(
    'sends the body %j as it is, and only the headers that matter',
    text => {
      const command = curlCommand({ url, headers, body: Buffer.from(text), file: 'body' })
      expect(pasted(command).words).toEqual(['-X', 'POST', ...HEADERS, '--data-raw', text, url])
    },
  )

  it.each([
    ['is no text', Buffer.from([0xff, 0x00, 0x0a])],
    ['would end a paste', Buffer.from('a\u001b[201~\nrm -rf /\n')],
    ['has a carriage return', Buffer.from('a\r\n')],
  ])('sends a body that %s without putting it on the command line', (_name, body) => {
    const command = curlCommand({ url, headers, body, file: 'body' })
    expect(command).toMatch(/^[\x20-\x7e]+$/)
    const { words, input } = pasted(command)
    expect(words.slice(-3)).toEqual(['--data-binary', '@-', url])
    expect(input).toBe(body.toString('hex'))
  })

  it('takes a large body from its file', () => {
    const command = curlCommand({ url, headers, body: Buffer.alloc(20_000, 'x'), file: "it's.body" })
    expect(pasted(command).words.slice(-3)).toEqual(['--data-binary', "@it's.body", url])
  })

  it('leaves out a header that would end a paste', () => {
    const command = curlCommand({
      url,
      headers: [['X-Service-Event', 'a\u009b']],
      body: Buffer.from(''),
      file: '',
    })
    expect(command).not.toContain('X-Service-Event')
  })
})
