/** What a listener suggests, as it is copied and run: against a target that only its flags reach. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyable, inspecting } from '../../inspector/browsing.ts'
import { signed } from '../../support/listener.ts'
import { startListening } from '../../support/listening.ts'
import { LocalMachine } from '../../support/local.ts'
import { type ReceiverOptions, receiver, verifying } from '../../support/receivers.ts'
import { SECRET } from '../../webhooks/target.ts'

const TOKEN = 'Bearer hunter2-hunter2'

/** A target that verifies from its second request on, and then answers 403 without the token. */
async function pickyTarget(options?: ReceiverOptions) {
  let requests = 0
  const verify = verifying()
  return receiver(
    SECRET,
    (request, secret) => {
      if (++requests === 1) return 401
      return options?.tls && request.headers.authorization !== TOKEN ? 403 : verify(request, secret)
    },
    options,
  )
}

/** A machine whose profile has no secret, only files. */
function machineWithFiles() {
  const machine = new LocalMachine()
  onTestFinished(() => machine[Symbol.dispose]())
  const write = (name: string, text: string) => {
    const path = join(machine.folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  return { machine, key: write('our key', SECRET), token: write('token', TOKEN) }
}

/** The words of a command as a shell reads it. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)

const CHECK = /pixctl (webhook check .*)$/m

describe('webhook check, suggested after a 401', () => {
  it('reaches a target with its own certificate, a header and a secret from a file', async () => {
    await using target = await pickyTarget({ tls: true })
    const { machine, key, token } = machineWithFiles()
    const forward = ['--forward-to', target.url, '--forward-insecure']
    const flags = [...forward, '--forward-header', `Authorization: @${token}`, '--secret-file', key]
    const listening = await startListening(machine.host(), flags)
    await fetch(listening.url, { method: 'POST', ...signed() })
    const [, command] = await listening.says(CHECK)
    await listening.stop()
    const words = wordsOf(command!)
    expect(words).toEqual([
      ...['webhook', 'check', target.url],
      ...['--forward-header', `Authorization: @${token}`, '--insecure', '--secret-file', key],
    ])
    const { code, stderr } = await machine.pixctl(words)
    expect(stderr).toContain('signed with the secret of')
    expect(code).toBe(0)
    expect(target.seen.slice(2).every(({ headers }) => headers.authorization === TOKEN)).toBe(true)
  })
})

describe('webhook trigger, suggested by the inspector', () => {
  it.each([
    ['http', []],
    ['https', ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']],
    ['all addresses', ['--host', '0.0.0.0']],
  ])('signs as the listener verifies: %s', async (_name, args) => {
    const { machine, key } = machineWithFiles()
    const tls = args.map(word =>
      word.endsWith('.pem') ? join(import.meta.dirname, '../../support/tls', word) : word,
    )
    const { browsing, stop } = await inspecting(machine.host(), ['--secret-file', key, ...tls])
    const command = copyable(await browsing.get('/')).find(text => text.startsWith('pixctl webhook trigger'))
    const { code, stderr } = await machine.pixctl(wordsOf(command!).slice(1))
    expect({ code, stderr }).toMatchObject({ code: 0 })
    await stop()
  })
})

describe('--insecure and --forward-header', () => {
  it.each([
    ['webhook check', (to: string) => [to]],
    ['webhook trigger', (to: string) => ['payment.approved', '--to', to]],
  ])('of %s are needed by a target with its own certificate behind a token', async (command, args) => {
    let requests = 0
    await using target = await receiver(
      SECRET,
      (request, secret) => {
        requests++
        return request.headers.authorization === TOKEN ? verifying()(request, secret) : 403
      },
      { tls: true },
    )
    const { machine, key, token } = machineWithFiles()
    const run = (...flags: string[]) =>
      machine.pixctl([...command.split(' '), ...args(target.url), '--secret-file', key, ...flags])
    const strict = await run()
    expect([strict.code, requests]).toEqual([9, 0])
    expect((await run('--insecure')).code).not.toBe(0)
    const lax = await run('--insecure', '--forward-header', `Authorization: @${token}`, '--debug')
    expect(lax.code).toBe(0)
    expect(lax.stdout + lax.stderr).not.toContain('hunter2')
  })

  it('of http to another machine: taken with --insecure only, and never with a header', async () => {
    const { machine, key } = machineWithFiles()
    const to = ['--to', 'http://shop.example/', '--secret-file', key]
    const run = (...flags: string[]) => machine.pixctl(['webhook', 'replay', 'dlv_1', ...to, ...flags])
    const strict = await run()
    expect([strict.code, strict.stderr]).toEqual([
      2,
      expect.stringContaining('or, in a private network only, add --insecure'),
    ])
    const header = await run('--insecure', '--forward-header', 'A: b')
    expect([header.code, header.stderr]).toEqual([2, expect.stringContaining('may hold a secret')])
    expect((await run('--insecure')).stderr).toContain('no event dlv_1')
  })
})
