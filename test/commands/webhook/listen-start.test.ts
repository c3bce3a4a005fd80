/** How `webhook listen` starts, and when it doesn't. */

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
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
  it.each<[string, string[], RegExp]>([
    ['a path with a query', ['--path', '/hooks?a=1'], /--path/],
    ['what is no certificate', ['--tls-cert', 'SOME', '--tls-key', 'SOME'], /--tls-cert and --tls-key/],
    ['a header without a target', ['--forward-header', 'A: b'], /forward-to/],
    [
      'a header to a target without TLS',
      ['--forward-to', 'http://shop:3000', '--forward-insecure', '--forward-header', 'A: b'],
      /--forward-header may hold a secret/,
    ],
    ['an address that is not ours', ['--host', '192.0.2.1'], /--host 192\.0\.2\.1/],
  ])('with %s', async (_name, args, said) => {
    const machine = localListeningMachine()
    writeFileSync(join(machine.folder, 'some.txt'), 'some text\n')
    const given = args.map(each => (each === 'SOME' ? join(machine.folder, 'some.txt') : each))
    const run = await machine.pixctl(['webhook', 'listen', '--port', '0', '--json', ...given])
    expect(run.stdout).toBe('')
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringMatching(said) })
  })

  it.each([
    ['127.0.0.1', 'localhost:PORT/other'],
    ['0.0.0.0', 'OWN:PORT'],
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
    const at = (url: string, address: string, port: number) => isItself(url, { address, port })
    expect(await at(target, '127.0.0.1', 0)).toBe(false)
    expect(await at(target, '127.0.0.1', Number(new URL(target).port))).toBe(true)
    for (const url of ['http://shop.localhost:4242/', 'http://[::1]:4242/?a=b', 'http://0.0.0.0:4242']) {
      for (const address of ['127.0.0.1', '::1', '0.0.0.0', '::'])
        expect(await at(url, address, 4242)).toBe(true)
    }
    expect(await at('https://127.0.0.1/', '0.0.0.0', 443)).toBe(true)
    expect(await at(`https://${ownAddress()}:4242`, ownAddress(), 4242)).toBe(true)
    // Another program of this machine, or the same port of another one.
    expect(await at('http://127.0.0.1:3000/', '127.0.0.1', 4242)).toBe(false)
    expect(await at('https://192.0.2.1:4242/', '0.0.0.0', 4242)).toBe(false)
    expect(await at('https://127.0.0.1:4242/', ownAddress(), 4242)).toBe(isLoopback(ownAddress()))
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
