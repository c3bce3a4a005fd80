/** Node can be set to trust any certificate. Nothing is sent then. */

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errorOf } from '../support/pixctl.ts'
import { runCommand, testHost } from '../support/run.ts'
import { ONE_ATTEMPT } from '../support/service.ts'
import { SECRET } from '../webhooks/target.ts'

/** A host whose service, realtime channel and target are all one port, and how often somebody came there. */
async function bare(env: Record<string, string> = {}) {
  let connections = 0
  const server = createServer(socket => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const host = testHost({
    env: {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      PIXCTL_BASE_URL: `http://${at}/api/v1`,
      PIXCTL_REALTIME_URL: `ws://${at}/realtime`,
      PIXCTL_API_KEY: 'service_live_never_show_this_key',
      PIXCTL_WS_TOKEN: 'service_ws_k3J9mQ2xA7',
      PIXCTL_WEBHOOK_SECRET: SECRET,
      ...env,
    },
  })
  return { host, at, connections: () => connections }
}

describe('with NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  it.each([
    'status',
    'charge create --amount 10.50',
    'events tail',
    'events tail --forward-to AT',
    'webhook listen --port 0 --forward-to AT',
    'webhook check AT',
    'webhook trigger payment.approved --to AT',
    'sandbox start --port 0 --data :memory:',
  ])('%s is exit 2, names the variable, and connects to nothing', async command => {
    const { host, at, connections } = await bare()
    const run = await runCommand([...command.replace('AT', at).split(' '), '--json'], { host })
    expect(errorOf(run)).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED'),
    })
    expect(run.stdout).toBe('')
    expect(connections()).toBe(0)
  })

  it('commands that need no network work', async () => {
    const { host } = await bare()
    expect(await runCommand(['auth', 'list', '--json'], { host })).toMatchObject({ code: 0 })
  })
})

it.each(['1', ''])('NODE_TLS_REJECT_UNAUTHORIZED=%s changes nothing', async value => {
  const { host, connections } = await bare({ NODE_TLS_REJECT_UNAUTHORIZED: value })
  const { code } = await runCommand(['status', '--json', ...ONE_ATTEMPT], { host })
  expect(code).toBe(9)
  expect(connections()).toBeGreaterThan(0)
})
