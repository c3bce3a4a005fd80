/** `sandbox start --exit-with-stdin`: what standard input has to do with the end. */

import { PassThrough, Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { call } from '../../support/http.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { startSandboxOn } from '../../support/sandbox.ts'

const FLAGS = ['--data', ':memory:', '--exit-with-stdin']

const profilesOf = async (host: ReturnType<typeof testHost>) =>
  JSON.parse((await runCommand(['auth', 'list', '--json'], { host })).stdout)

it('the sandbox serves until its stdin ends, whatever comes there, and leaves no profile', async () => {
  const stream = new PassThrough()
  const host = testHost()
  const sandbox = await startSandboxOn({ ...host, stdin: { ...host.stdin, stream } }, ...FLAGS)
  // More than a stream keeps: it is read.
  for (let left = 20; left > 0; left--) {
    if (!stream.write(Buffer.alloc(64 * 1024))) await new Promise(resolve => stream.once('drain', resolve))
  }
  expect((await call(`${sandbox.baseUrl}/status`)).status).toBe(401)
  expect(await profilesOf(host)).toHaveLength(1)
  stream.end()
  const { code, stderr } = await sandbox.ended
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: '{"note":"standard input ended, so the sandbox ends (--exit-with-stdin)"}\n',
  })
  await expect(call(sandbox.baseUrl)).rejects.toThrow()
  expect(await profilesOf(host)).toEqual([])
})

it('a signal before that ends it as ever', async () => {
  const host = testHost()
  const stdin = { ...host.stdin, stream: new PassThrough() }
  const sandbox = await startSandboxOn({ ...host, stdin }, ...FLAGS)
  expect(await sandbox.stop('terminated')).toMatchObject({ code: 143 })
})

it('a stdin that has ended or cannot be read at the start ends it at once, and it says why', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('EISDIR'))
    },
  })
  const host = testHost()
  for (const stdin of [host.stdin, { ...host.stdin, stream: broken }]) {
    const run = await runCommand(['sandbox', 'start', '--port', '0', ...FLAGS], { host: { ...host, stdin } })
    expect(run).toMatchObject({ code: 0 })
    expect(run.stderr).toContain('standard input ended, so the sandbox ends (--exit-with-stdin)')
    expect(await profilesOf(host)).toEqual([])
  }
})
