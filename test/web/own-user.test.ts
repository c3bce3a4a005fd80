/** Login codes for this user only: other users of the machine may have seen them, and can connect too. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { trustAs } from '#lib/trust.ts'
import { isOwnConnection } from '#web/own-user.ts'
import { listen } from '#web/server.ts'
import { temporaryFolder } from '../support/folder.ts'
import { demoSite } from './demo.tsx'
import { Visitor } from './visitor.ts'

const OWN = process.geteuid?.()
afterEach(() => trustAs({ uid: OWN }))

/** A site that listens, and a code of it that an opener was given. */
async function served(host = '127.0.0.1', name = host) {
  const server = await listen(host, 0)
  onTestFinished(() => server.close())
  const site = demoSite({ port: server.port })
  server.serve(site.app, fault => {
    throw fault
  })
  const origin = `http://${name}:${server.port}`
  const code = site.newLoginPath({ ownUserOnly: true }).replace('/#login=', '')
  const logIn = () =>
    fetch(`${origin}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
      body: new URLSearchParams({ code }),
    })
  return { origin, port: server.port, code, logIn }
}

describe.skipIf(process.platform !== 'linux')('a code for this user only', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
    ['::', '127.0.0.1'],
    ['::', '[::1]'],
  ])('logs this user in on %s, asked for as %s', async (host, name) => {
    const { logIn } = await served(host, name)
    expect((await logIn()).status).toBe(303)
    expect((await logIn()).status).toBe(401)
  })

  it('is wrong from another user, and is not used up by them', async () => {
    const { logIn } = await served()
    trustAs({ uid: OWN! + 1 })
    const refused = await logIn()
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([401, null])
    const page = await refused.text()
    expect(page).toContain('wrong, too old, or was used before')
    expect(page).not.toContain('--print')
    trustAs({ uid: OWN })
    expect((await logIn()).status).toBe(303)
  })

  it.skipIf(OWN !== 0)('is wrong from a program of another user', async () => {
    const { origin, port, code, logIn } = await served()
    // Node may be in a folder that others can't read.
    const script = `exec 3<>/dev/tcp/127.0.0.1/${port}; cat >&3; cat <&3`
    const child = spawn('/bin/bash', ['-c', script], { uid: 65534, gid: 65534, cwd: '/', env: {} })
    const body = `code=${code}`
    const head = [
      'POST /login HTTP/1.1',
      `Host: ${origin.slice(7)}`,
      `Origin: ${origin}`,
      'Connection: close',
    ]
    const type = 'Content-Type: application/x-www-form-urlencoded'
    child.stdin.end([...head, type, `Content-Length: ${body.length}`, '', body].join('\r\n'))
    const [answer] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(answer).toMatch(/^HTTP\/1\.1 401 .*wrong, too old, or was used before/s)
    expect((await logIn()).status).toBe(303)
  })
})

it('a code for this user only is refused where the system says nothing, with what to do', async () => {
  const site = demoSite()
  const code = site.newLoginPath({ ownUserOnly: true }).replace('/#login=', '')
  // This one has no connection at all.
  const refused = await new Visitor(site).logIn(code)
  expect([refused.status, refused.headers.get('set-cookie')]).toEqual([401, null])
  const page = await refused.text()
  expect(page).toContain('the system doesn\u2019t say whose browser this is')
  expect(page).toContain('pixctl demo open --print')
})

describe('a list of connections', () => {
  const CONNECTION = {
    localAddress: '127.0.0.1',
    localPort: 4011,
    remoteAddress: '127.0.0.1',
    remotePort: 54321,
  }
  const OWN_LINE =
    '   1: 0100007F:D431 0100007F:0FAB 01 00000000:00000000 00:00000000 00000000  1000        0 123 1 0 20 4 30 10 -1'

  function isOwn(lines: string[], { uid }: { uid: number | undefined } = { uid: 1000 }) {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'tcp'), ['  sl  local_address rem_address   st …', ...lines, ''].join('\n'))
    trustAs({ uid })
    return isOwnConnection(CONNECTION, folder)
  }

  it('says whose a connection is', () => {
    expect(isOwn([OWN_LINE])).toBe(true)
    expect(isOwn([OWN_LINE], { uid: 1001 })).toBe(false)
    expect(isOwn([OWN_LINE], { uid: undefined })).toBeUndefined()
  })

  it.each([
    ['its port to another place', OWN_LINE.replace('0FAB', '0FAC')],
    ['the server\u2019s end', OWN_LINE.replace('0100007F:D431 0100007F:0FAB', '0100007F:0FAB 0100007F:D431')],
    ['half a line', OWN_LINE.slice(0, 20)],
  ])('says nothing with %s', (_what, line) => {
    expect(isOwn([line])).toBeUndefined()
  })

  it('with the same ports at another address too must have all of them from this user', () => {
    const elsewhere = OWN_LINE.replaceAll('0100007F', '0200007F')
    expect(isOwn([OWN_LINE, elsewhere])).toBe(true)
    expect(isOwn([OWN_LINE, elsewhere.replace('  1000 ', '  1001 ')])).toBe(false)
  })

  // Linux lists those that wait for their end with the user 0.
  it('with one that is ending is not believed', () => {
    expect(isOwn([OWN_LINE.replace(' 01 ', ' 06 ')])).toBe(false)
  })

  it('says nothing of a connection from another address, or if it does not exist', () => {
    trustAs({ uid: 1000 })
    expect(isOwnConnection({ ...CONNECTION, remoteAddress: '127.0.0.2' })).toBeUndefined()
    expect(isOwnConnection(CONNECTION, '/nowhere')).toBeUndefined()
  })
})
