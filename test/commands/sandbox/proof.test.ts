/** What the commands send to whatever has the port of the dashboard, and what that is good for. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { authorizationFor } from '../../support/dashboard.ts'
import { call } from '../../support/http.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { startSandboxOn } from '../../support/sandbox.ts'

function newMachine(): LocalMachine {
  const machine = new LocalMachine()
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

/** A program that has a port and sees everything that comes. */
async function startImpostor(
  port: number,
  answer: (asked: IncomingMessage, response: ServerResponse) => void,
) {
  const seen: string[] = []
  const server = createServer((asked, response) => {
    seen.push(`${asked.method} ${asked.url} ${JSON.stringify(asked.headers)}`)
    asked.on('data', chunk => seen.push(String(chunk)))
    answer(asked, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

/** The secrets of a sandbox with its own data folder. */
const secretsIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))

async function startStopped() {
  const machine = newMachine()
  const data = join(machine.host().home, 'sandbox-data')
  const sandbox = await startSandboxOn(machine.host(), '--data', data)
  await sandbox.stop()
  const token = secretsIn(data)['dashboard-token'] as string
  return { machine, data, token, port: Number(new URL(sandbox.dashboardUrl).port), sandbox }
}

const COMMANDS = [
  ['sandbox', 'open', '--print'],
  ['sandbox', 'deposit', '5'],
  ['sandbox', 'key', 'create'],
]

describe('while the sandbox is stopped, a program that has its port', () => {
  it.each(COMMANDS)('gets nothing of use from %s %s', async (...command) => {
    const { machine, token, port } = await startStopped()
    const { seen } = await startImpostor(port, (_, response) => response.end('<h1>It works</h1>'))
    const run = await machine.pixctl([...command, '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 8, error: expect.stringContaining('is not a sandbox') })
    expect(run.stdout).toBe('')
    expect(seen).toEqual([expect.stringMatching(/^GET \/api\/proof\?nonce=[\w-]{22} /)])
    expect(seen[0]).not.toContain(token)
    expect(seen[0]).not.toContain('authorization')
  })

  it.each([
    '{"run":"x","proofs":["y",null]}',
    '{"run":1,"proofs":"y"}',
    '{"run":"x","proofs":[{"toString":1}]}',
    '{"loginUrl":"http://x/#login=y"}',
    'null',
  ])('is told from the sandbox, though it answers %s', async answer => {
    const { machine, port } = await startStopped()
    const { seen } = await startImpostor(port, (_, response) => response.end(answer))
    const run = await machine.pixctl(['sandbox', 'open', '--print', '--json'])
    expect(errorOf(run)).toMatchObject({
      exitCode: 3,
      error: expect.stringContaining("doesn't know this dashboard token"),
    })
    expect(seen).toHaveLength(1)
  })
})

it('what a client has sent opens nothing in the next run', async () => {
  const { machine, data, token, port } = await startStopped()
  const again = ['--data', data, '--dashboard-port', `${port}`]
  const first = await startSandboxOn(machine.host(), ...again)
  const authorization = await authorizationFor({ url: first.dashboardUrl, token })
  const ask = () =>
    call(`${first.dashboardUrl}/api/login-codes`, {
      method: 'POST',
      headers: { Authorization: authorization },
      body: {},
    })
  expect((await ask()).status).toBe(201)
  await first.stop()
  await startSandboxOn(machine.host(), ...again)
  expect((await ask()).status).toBe(401)
})

it('the token itself opens nothing', async () => {
  const machine = newMachine()
  const data = join(machine.host().home, 'sandbox-data')
  const { dashboardUrl } = await startSandboxOn(machine.host(), '--data', data)
  const headers = { authorization: `Bearer ${secretsIn(data)['dashboard-token']}` }
  expect((await fetch(`${dashboardUrl}/api/keys`, { headers })).status).toBe(401)
})

describe('--dashboard-url', () => {
  it('of a program that passes everything on to the sandbox is refused', async () => {
    const machine = newMachine()
    const data = join(machine.host().home, 'sandbox-data')
    const { dashboardUrl } = await startSandboxOn(machine.host(), '--data', data)
    const token = secretsIn(data)['dashboard-token']
    const { port, seen } = await startImpostor(0, (asked, response) => {
      const { method, url, headers } = asked
      const passedOn = request(dashboardUrl + url, {
        method,
        headers: { ...headers, host: new URL(dashboardUrl).host },
      })
      passedOn.on('response', answer => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)))
      asked.pipe(passedOn)
    })
    const args = ['sandbox', 'open', '--print', '--json', '--dashboard-url', `http://127.0.0.1:${port}`]
    const run = await machine.pixctl(args, { env: { PIXCTL_DASHBOARD_TOKEN: token } })
    expect(errorOf(run).exitCode).toBe(3)
    expect(seen).toHaveLength(1)
  })

  it('with localhost is 127.0.0.1, and the sandbox of the profile is known by it', async () => {
    const machine = newMachine()
    const { dashboardUrl } = await startSandboxOn(machine.host())
    const url = dashboardUrl.replace('127.0.0.1', 'localhost')
    const run = await machine.pixctl(['sandbox', 'open', '--print', '--dashboard-url', url])
    expect(run.code, run.stderr).toBe(0)
    expect(run.stdout).toMatch(new RegExp(`^${dashboardUrl}/#login=`))
  })
})
