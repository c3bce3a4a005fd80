/** A certificate whose files change under a running server. */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Certificate } from '#lib/certificate.ts'
import { createServer } from '#lib/connections.ts'
import type { Notes } from '#lib/notes.ts'
import { type Step, stepText } from '#lib/suggestion.ts'
import { type Certified, certificateFor } from '../support/certificate.ts'
import { FakeClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** Kept as certbot keeps it: `live` has links to what is in `archive`. */
class Folder {
  readonly path = temporaryFolder()
  readonly cert = join(this.path, 'live', 'fullchain.pem')
  readonly key = join(this.path, 'live', 'privkey.pem')
  #number = 0

  constructor() {
    for (const name of ['live', 'archive']) mkdirSync(join(this.path, name))
  }

  /** Removes one of the two; gives its place. */
  empty(name: 'cert' | 'key'): string {
    rmSync(this[name])
    return this[name]
  }

  /** Writes a new pair, and swaps the links of these. */
  renew({ cert, key }: Certified, ...which: ('cert' | 'key')[]): void {
    const number = ++this.#number
    const files = {
      cert: join(this.path, `archive/cert${number}.pem`),
      key: join(this.path, `archive/key${number}.pem`),
    }
    writeFileSync(files.cert, cert)
    writeFileSync(files.key, key)
    for (const name of which.length > 0 ? which : (['cert', 'key'] as const)) {
      symlinkSync(files[name], `${this[name]}.new`)
      renameSync(`${this[name]}.new`, this[name])
    }
  }
}

/** A server with the certificate of a folder, on a clock that the test moves. */
async function serve(folder: Folder, first: Certified) {
  folder.renew(first)
  const clock = new FakeClock(Date.now())
  const said: string[] = []
  const ends: number[] = []
  const add = (text: Step) => void said.push(stepText(text))
  const out: Notes = { note: add, say: add, warn: add }
  const stop = new AbortController()
  const tls = await Certificate.create(folder.cert, folder.key, first)
  const server = await createServer({}, tls)
  server.on('request', (_request, response) => response.end('x')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    stop.abort()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  tls.watch(clock, out, stop.signal, endsAt => ends.push(endsAt))
  /** The subject that a new connection gets. */
  const served = async () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { subject } = socket.getPeerCertificate()
    socket.destroy()
    return subject.CN
  }
  /** Lets a minute pass, and all that it sets off. */
  const minute = async () => {
    const before = ends.length
    clock.advance(MINUTE)
    await expect.poll(() => ends.length).toBe(before + 1)
  }
  return { clock, said, ends, served, minute, tls, port, stop }
}

const pair = (subject: string, days = 400) => certificateFor([], { subject, days })

describe('a renewed certificate', () => {
  it('is served from the next connection on, as OpenSSL sees it, while an open one goes on', async () => {
    const folder = new Folder()
    const { said, served, minute, ends, port } = await serve(folder, pair('first', 100))
    const open = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    const ask = async () => {
      open.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      return String((await once(open, 'data'))[0])
    }
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
    const next = pair('next', 200)
    folder.renew(next)
    await minute()
    expect(await served()).toBe('next')
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
    open.destroy()
    // The end, by OpenSSL.
    const end = execFileSync('openssl', ['x509', '-noout', '-enddate'], { input: next.cert }).toString()
    expect(ends.at(-1)).toBe(Date.parse(end.replace('notAfter=', '')))
    expect(said).toEqual([expect.stringMatching(/fullchain\.pem was read again: it ends on \d{4}-/)])
  })

  it('whose key comes a minute later is used then; meanwhile the earlier one is, and that is said once', async () => {
    const folder = new Folder()
    const { said, served, minute } = await serve(folder, pair('first'))
    const next = pair('next')
    folder.renew(next, 'cert')
    for (let n = 0; n < 3; n++) await minute()
    expect(await served()).toBe('first')
    expect(said).toEqual([
      expect.stringMatching(/can't be read again \(.*key values mismatch.*\): the earlier one is used/),
    ])
    folder.renew(next, 'key')
    await minute()
    expect(await served()).toBe('next')
    expect(said).toHaveLength(2)
  })

  it.each<[string, RegExp, (folder: Folder) => unknown]>([
    ['whose key is removed', /ENOENT/, folder => folder.empty('key')],
    ['a folder', /not a file/, folder => mkdirSync(folder.empty('cert'))],
    ['written by half', /PEM|no start line|bad end line|base64/i, folder => truncateSync(folder.cert, 200)],
    ['empty', /PEM|no start line/i, folder => truncateSync(folder.cert)],
    ['a pipe', /not a file/, folder => execFileSync('mkfifo', [folder.empty('key')])],
  ])('that is %s is said once, and tried again until it can be used', async (_what, why, spoil) => {
    const folder = new Folder()
    const { said, served, minute } = await serve(folder, pair('first'))
    spoil(folder)
    for (let n = 0; n < 3; n++) await minute()
    expect(await served()).toBe('first')
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(why)
    rmSync(folder.cert, { recursive: true, force: true })
    rmSync(folder.key, { force: true })
    folder.renew(pair('next'))
    await minute()
    expect(await served()).toBe('next')
  })
})

it('the end is said at the start and daily within 14 days, at once when it has come, and no more once it is renewed', async () => {
  const folder = new Folder()
  const { said, minute, clock, served } = await serve(folder, pair('first', 16))
  expect(said).toEqual([])
  clock.jump(3 * DAY)
  await minute()
  expect(said).toEqual([
    expect.stringMatching(/fullchain\.pem ends on .*: renew it, and it is read again within a minute/),
  ])
  for (let n = 0; n < 3; n++) await minute()
  expect(said).toHaveLength(1)
  for (let day = 1; day <= 12; day++) {
    clock.jump(DAY)
    await minute()
    await minute()
  }
  expect(said).toHaveLength(13)
  expect(said.every(line => line.includes('ends on'))).toBe(true)
  // One minute before its end, and then after it: a day has not passed.
  clock.jump(DAY - 5 * MINUTE)
  for (let n = 0; n < 10; n++) await minute()
  expect(said.slice(13)).toEqual([expect.stringMatching(/ended on .*can't connect/)])
  folder.renew(pair('next'))
  await minute()
  expect(await served()).toBe('next')
  expect(said.slice(14)).toEqual([expect.stringContaining('was read again')])
  clock.jump(DAY)
  await minute()
  expect(said).toHaveLength(15)
})

it('nothing is looked at after the end', async () => {
  const folder = new Folder()
  const { clock, said, stop } = await serve(folder, pair('first', 10))
  expect(said).toHaveLength(1)
  stop.abort()
  folder.renew(pair('next'))
  await clock.advanceAsync(2 * DAY)
  expect([said.length, clock.pending]).toEqual([1, 0])
})
