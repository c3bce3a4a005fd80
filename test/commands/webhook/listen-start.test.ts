/** How `webhook listen` starts, and when it doesn't. */

import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isItself } from '#lib/own-address.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { freePort, ownAddress } from '../../support/http.ts'
import { Listener, localListeningMachine, signed } from '../../support/listener.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { SECRET } from '../../webhooks/target.ts'

describe('webhook listen does not start', () => {
  it.each<[string, string[], number, RegExp]>([
    ['a path without its slash', ['--path', 'hooks'], 2, /--path/],
    ['a path with a query', ['--path', '/hooks?a=1'], 2, /--path/],
    ['a certificate alone', ['--tls-cert', 'cert.pem'], 2, /--tls-key/],
    [
      'a certificate that is not there',
      ['--tls-cert', 'no.pem', '--tls-key', 'no.pem'],
      2,
      /no\.pem.*ENOENT/,
    ],
    ['what is no certificate', ['--tls-cert', 'SOME', '--tls-key', 'SOME'], 2, /--tls-cert and --tls-key/],
    ['a tolerance without its last unit', ['--tolerance', '1h30'], 2, /--tolerance/],
    ['a target that is no address', ['--forward-to', 'ftp://x'], 2, /--forward-to/],
    ['a header without a target', ['--forward-header', 'A: b'], 2, /forward-to/],
    [
      'a header to a target without TLS',
      ['--forward-to', 'http://shop:3000', '--forward-insecure', '--forward-header', 'A: b'],
      2,
      /--forward-header may hold a secret/,
    ],
    ['an address that is not ours', ['--host', '192.0.2.1'], 2, /--host 192\.0\.2\.1/],
    ['--max 0', ['--max', '0'], 2, /--max/],
    ['a secret file that is not there', ['--secret-file', 'no-file'], 2, /no-file/],
  ])('with %s', async (_name, args, code, said) => {
    const machine = localListeningMachine()
    writeFileSync(join(machine.folder, 'some.txt'), 'some text\n')
    const given = args.map(each => (each === 'SOME' ? join(machine.folder, 'some.txt') : each))
    const run = await machine.pixctl(['webhook', 'listen', '--port', '0', '--json', ...given])
    expect(run.stdout).toBe('')
    expect(errorOf(run)).toMatchObject({ exitCode: code, error: expect.stringMatching(said) })
  })

  it.each([
    ['127.0.0.1', 'PORT'],
    ['127.0.0.1', 'localhost:PORT/other'],
    ['127.0.0.1', 'http://[::1]:PORT/?a=b'],
    ['127.0.0.1', 'https://127.0.0.1:PORT/'],
    ['localhost', '127.0.0.1:PORT'],
    ['::1', '[::1]:PORT'],
    ['0.0.0.0', '127.0.0.1:PORT'],
    ['0.0.0.0', 'OWN:PORT'],
    ['0.0.0.0', 'https://0.0.0.0:PORT/'],
    ['::', 'OWN:PORT'],
    ['OWN', 'https://OWN:PORT'],
  ])('with --host %s and itself as the target %s', async (host, to) => {
    const port = await freePort()
    const own = ownAddress()
    const given = to.replace('OWN', own).replace('PORT', String(port))
    const flags = ['--host', host.replace('OWN', own), '--port', String(port), '--json']
    const targets = ['--forward-to', `deposit.*=https://shop.example`, '--forward-to', `payment.*=${given}`]
    const run = await localListeningMachine().pixctl(['webhook', 'listen', ...flags, ...targets])
    expect(errorOf(run)).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('this listener itself'),
    })
    expect(run.stderr).not.toContain('listening on')
  })

  it('with itself as the target on a port that the system has chosen', async () => {
    const target = `http://127.0.0.1:${await freePort()}/`
    expect(await isItself(target, { address: '127.0.0.1', port: 0 })).toBe(false)
    expect(await isItself(target, { address: '127.0.0.1', port: Number(new URL(target).port) })).toBe(true)
    expect(await isItself('http://shop.localhost:4242/', { address: '127.0.0.1', port: 4242 })).toBe(true)
    expect(await isItself('https://127.0.0.1/', { address: '0.0.0.0', port: 443 })).toBe(true)
    // Another program of this machine, or the same port of another one.
    expect(await isItself('http://127.0.0.1:3000/', { address: '127.0.0.1', port: 4242 })).toBe(false)
    expect(await isItself('https://192.0.2.1:4242/', { address: '0.0.0.0', port: 4242 })).toBe(false)
    expect(await isItself('https://127.0.0.1:4242/', { address: ownAddress(), port: 4242 })).toBe(
      isLoopback(ownAddress()),
    )
  })

  it('without a secret: exit 3, and nothing is listened on', async () => {
    const machine = localListeningMachine({ PIXCTL_WEBHOOK_SECRET: '' })
    const run = await machine.pixctl(['webhook', 'listen', '--port', '0', '--json'])
    expect(errorOf(run).exitCode).toBe(3)
  })

  it('on a port in use: exit 2, with the next step', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const run = await localListeningMachine().pixctl(['webhook', 'listen', '--port', String(port), '--json'])
    other.close()
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringMatching(/in use.*--port 0/) })
  })

  it('with a state.db that is not a database: exit 1, and nothing is listened on', async () => {
    const machine = localListeningMachine()
    mkdirSync(join(machine.dataDir, 'profiles', 'default'), { recursive: true })
    writeFileSync(
      join(machine.dataDir, 'profiles', 'default', 'state.db'),
      'not a database, not at all'.repeat(99),
      { mode: 0o600 },
    )
    const run = await machine.pixctl(['webhook', 'listen', '--port', '0', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 1, error: expect.stringContaining('state.db') })
  })
})

describe('the start of webhook listen', () => {
  it('says profile, host and address on stderr; with --json only the address', async () => {
    const env = { PIXCTL_BASE_URL: 'https://pix.example/api/v1' }
    const plain = await Listener.startAs(localListeningMachine(env), ['--host', '0.0.0.0'])
    expect((await plain.end()).stderr.split('\n')).toEqual([
      'profile default at pix.example, with PIXCTL_WEBHOOK_SECRET of the environment',
      `listening on http://0.0.0.0:${plain.port}/`,
      expect.stringContaining('other machines can reach'),
      'press Ctrl-C to stop',
      '0 received',
      '',
    ])
    const json = await Listener.start(localListeningMachine(env))
    const run = await json.end('SIGINT')
    expect(notesOf(run)).toEqual([`listening on http://127.0.0.1:${json.port}/`, '0 received'])
    expect([run.stdout, run.code]).toEqual(['', 130])
  })

  it('takes the secrets of --secret-file and no others', async () => {
    const machine = localListeningMachine({ PIXCTL_WEBHOOK_SECRET: 'whsec_another_secret' })
    const file = join(machine.folder, 'secret.txt')
    writeFileSync(file, `${SECRET}\n`)
    const listener = await Listener.start(machine, '--secret-file', file, '--max', '1')
    expect((await listener.send(signed())).status).toBe(204)
    expect((await listener.ended).code).toBe(0)
  })
})
