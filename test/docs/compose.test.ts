/**
 * The commands of docs/deploy/compose.yaml, run as they stand there. The images, the network and its names, the limits of the
 * containers, and nginx in front of them are tried by .ci/containers.sh.
 */

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { ownAddress } from '../support/http.ts'
import { localListeningMachine } from '../support/listener.ts'
import { type Listening, startListening } from '../support/listening.ts'
import { LocalMachine } from '../support/local.ts'
import { describeOnPostgres, newDatabase } from '../support/postgres.ts'
import { runCommand } from '../support/run.ts'
import { deliver } from '../support/shared-inbox.ts'
import { SECRET } from '../webhooks/target.ts'
import { read } from './pages.ts'

const { services } = parse(read('docs/deploy/compose.yaml'), { merge: true })

/** An address of this machine that isn't its loopback, as the shop's isn't. */
const own = ownAddress()

/** What stands after `webhook listen`, with this machine's files, and ports that are free. */
function flagsOf(name: string, machine: LocalMachine, shop = 'shop:3000'): string[] {
  const [noun, verb, ...flags]: string[] = services[name].command
  expect([noun, verb]).toEqual(['webhook', 'listen'])
  const file = join(machine.folder, 'webhook-secret')
  writeFileSync(file, SECRET, { mode: 0o600 })
  const given = flags.map(flag =>
    flag
      .replace('/run/secrets/webhook-secret', file)
      .replace(/:9464$/, ':0')
      .replace('shop:3000', shop),
  )
  return ['--port', '0', ...given]
}

/** Its lines on stderr are JSON, so startListening doesn't see where it listens. */
const asText = (flags: readonly string[]) =>
  flags.map(flag => flag.replace('--log-format=json', '--log-format=text'))
const at = ({ url }: Listening) => url.replace('0.0.0.0', '127.0.0.1')

it.each(['listen-1', 'listen-2'])('%s starts, and says that what it sends is not encrypted', async name => {
  const machine = localListeningMachine()
  const listen = ['webhook', 'listen', ...flagsOf(name, machine)]
  const run = await runCommand(listen, { host: machine.host(), until: /listening on .*\/pix"/ })
  expect(run.code).toBe(130)
  const lines = run.stderr.trim().split('\n')
  const warnings = lines.map(line => JSON.parse(line)).filter(({ level }) => level === 'warn')
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('http://shop:3000/pix is not encrypted'),
  ])
})

describeOnPostgres('with PostgreSQL and a shop in place of their containers', () => {
  it.skipIf(own === '127.0.0.1')('all of them work together', async () => {
    const { url } = await newDatabase()
    const machine = new LocalMachine({ PIXCTL_INBOX_URL: url })
    onTestFinished(() => machine[Symbol.dispose]())
    const got: unknown[] = []
    const shop = createServer((request, response) => {
      got.push([request.url, request.headers['x-service-delivery']])
      response.writeHead(204).end()
    }).listen(0, own)
    onTestFinished(() => void shop.close())
    await once(shop, 'listening')
    const place = `${own}:${(shop.address() as AddressInfo).port}`
    expect((await runCommand(services.init.command, { host: machine.host() })).code).toBe(0)
    const [one, other] = [
      await startListening(machine.host(), asText(flagsOf('listen-1', machine, place))),
      await startListening(machine.host(), asText(flagsOf('listen-2', machine, place))),
    ]
    expect((await deliver(at(one), '1')).status).toBe(204)
    expect((await deliver(at(other), '2')).status).toBe(204)
    const all = ['dlv_1', 'dlv_2'].map(each => ['/pix', each])
    await expect.poll(() => [...got].sort()).toEqual(all)
  })
})
