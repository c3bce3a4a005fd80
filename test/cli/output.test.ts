/** Data on its way out of the process. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, writeSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Host, type OutputStream, outputError } from '#cli/host/host.ts'
import { Output, type OutputFlags } from '#cli/output/output.ts'
import { systemClock } from '#lib/clock.ts'
import { ClosedPipe } from '#lib/ending.ts'
import { Stopped } from '#lib/failure.ts'
import { both, useRequestLanguage } from '#lib/language.ts'
import { suggest } from '#lib/suggestion.ts'

/** A stream that keeps what is written to it. */
class Recorded extends Writable {
  isTTY = false
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk
    done()
  }
}

function outputTo(
  stdout: OutputStream,
  stderr: OutputStream = new Recorded(),
  env: Host['env'] = {},
  flags: OutputFlags = {},
) {
  const over = new AbortController()
  const host: Host = {
    argv: [],
    env,
    platform: 'linux',
    home: '/',
    version: '0',
    root: '/',
    clock: systemClock,
    stdout,
    stderr,
    signal: over.signal,
    stdin: { isTTY: false, stream: process.stdin, readAll: async () => Buffer.alloc(0) },
  }
  return { out: new Output(host, flags), over }
}

/** Two ends of a connection that end with the test; the reader begins to read when it is resumed. */
async function pipe(): Promise<{ writer: Socket; reader: Socket }> {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const writer = connect((server.address() as { port: number }).port, '127.0.0.1')
  const [[reader]] = await Promise.all([
    once(server, 'connection') as Promise<[Socket]>,
    once(writer, 'connect'),
  ])
  onTestFinished(() => {
    writer.destroy()
    reader.destroy()
    server.close()
  })
  return { writer, reader }
}

/** More than the buffers of a connection can hold if nobody reads. */
const MUCH = 'x'.repeat(32 * 1024 * 1024)

const failedWrite = (code: string) => Object.assign(new Error('write'), { code })

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  for (let turn = 0; turn < 50; turn++) await setImmediate()
  return settled
}

describe('output', () => {
  it('is written when the pipe has taken all of it, not before', async () => {
    const { writer, reader } = await pipe()
    const { out } = outputTo(writer)
    const handed = out.handedOver(MUCH)
    expect(await isSettled(handed)).toBe(false)
    let length = 0
    reader.on('data', (chunk: Buffer) => {
      length += chunk.length
    })
    reader.resume()
    await handed
    expect(writer.writableLength).toBe(0)
    writer.end()
    await once(reader, 'end')
    expect(length).toBe(MUCH.length)
  })

  it('erases the progress line', async () => {
    const stderr = new Recorded()
    stderr.isTTY = true
    const { out } = outputTo(new Recorded(), stderr)
    out.status('waiting')
    await out.handedOver('a\n')
    expect(stderr.text).toBe('\r\u001b[2K\u001b[2mwaiting\u001b[22m\r\u001b[2K')
  })

  it('ends the command quietly when its reader has closed the pipe', async () => {
    const child = spawn('sh', ['-c', 'exec <&-; echo closed; exec sleep 60'])
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    child.stdin.on('error', () => {})
    const { out } = outputTo(child.stdin)
    await expect(out.handedOver(MUCH)).rejects.toBeInstanceOf(ClosedPipe)
  })

  it.each(['EPIPE', 'EOF'])('ends when the pipe is closed, with the error %s', code => {
    expect(outputError(failedWrite(code), {})).toBeInstanceOf(ClosedPipe)
  })

  it('ends as by SIGHUP when the terminal is closed, and not when a disk fails', () => {
    expect(outputError(failedWrite('EIO'), { isTTY: true })).toMatchObject({ category: 'terminated' })
    expect(outputError(failedWrite('EIO'), { isTTY: false })).toMatchObject({ category: 'fault' })
  })

  it('is an error when a disk says at once that it is full', async () => {
    const descriptor = openSync('/dev/full', 'w')
    const atOnce = Object.assign(new Recorded(), { write: (text: string) => writeSync(descriptor, text) > 0 })
    const { out } = outputTo(atOnce)
    const handed = out.handedOver('a\n')
    await expect(handed).rejects.toMatchObject({
      category: 'fault',
      message: expect.stringContaining('ENOSPC'),
    })
  })

  it('is given up when the command has to end', async () => {
    const { writer } = await pipe()
    const { out, over } = outputTo(writer)
    const handed = out.handedOver(MUCH)
    expect(await isSettled(handed)).toBe(false)
    const why = new Stopped('interrupted')
    over.abort(why)
    await expect(handed).rejects.toBe(why)
  })

  it('is not written after the end', async () => {
    const stdout = new Recorded()
    const { out, over } = outputTo(stdout)
    const why = new ClosedPipe()
    over.abort(why)
    await expect(out.handedOver('a\n')).rejects.toBe(why)
    expect(stdout.text).toBe('')
  })
})

it('has no colour for data in a pipe, also with FORCE_COLOR, but for messages', () => {
  const { out } = outputTo(new Recorded(), new Recorded(), { FORCE_COLOR: '1' })
  expect(out.style.red('x')).toBe('x')
  expect(out.noteStyle.red('x')).toBe('\u001b[31mx\u001b[39m')
})

describe('the progress line', () => {
  /** What is written of a status on a terminal, colours left out. */
  function shown(text: string, { columns, env = {} }: { columns?: number; env?: Host['env'] }): string {
    const stderr = Object.assign(new Recorded(), { isTTY: true, ...(columns && { columns }) })
    const { out } = outputTo(new Recorded(), stderr, { NO_COLOR: '1', ...env })
    out.status(text)
    return stderr.text
  }

  it.each([
    ['fits, with room for ^C behind it', 12, 'nine sign', 'nine sign'],
    ['is cut where it is too long, and shown to be', 12, 'ten signs.', 'ten sign…'],
    ['has all that a wide terminal takes', 122, 'x'.repeat(119), 'x'.repeat(119)],
    ['counts wide signs as two columns', 12, '漢字漢字漢字', '漢字漢字…'],
    ['cuts no sign in two', 12, 'abcdefg\u{1f600}\u{1f600}', 'abcdefg…'],
    ['escapes what comes from outside', 30, 'Açaí\u001b[2J', 'Açaí\\u001b[2J'],
    ['is cut at 80 where the width is unknown', undefined, 'x'.repeat(90), `${'x'.repeat(76)}…`],
  ])('keeps to one row: it %s', (_name, columns, text, line) => {
    expect(shown(text, { ...(columns && { columns }) })).toBe(`\r\u001b[2K${line}`)
  })

  it('is not shown on a dumb terminal', () => {
    expect(shown('waiting', { columns: 80, env: { TERM: 'dumb' } })).toBe('')
  })
})

describe('with --json', () => {
  it('every line on stderr is JSON, and there is no progress, also on a terminal', () => {
    const stderr = Object.assign(new Recorded(), { isTTY: true, columns: 40 })
    const { out } = outputTo(new Recorded(), stderr, { TERM: 'xterm' }, { json: true })
    const url = `http://127.0.0.1:4243/#login=${'x'.repeat(43)}`
    out.status('1 of 20 rows')
    out.note('left out')
    out.say('connected\u001b[2J again')
    out.warn(suggest('charges list', { say: 'events were missed; see' }))
    out.debug('realtime < ready')
    out.say(`inspect at ${url}`, { url })
    out.clearStatus()
    expect(stderr.text.trimEnd().split('\n')).toEqual([
      '{"note":"connected\\u001b[2J again"}',
      '{"note":"events were missed; see: pixctl charges list"}',
      '{"note":"realtime < ready"}',
      `{"note":"inspect at ${url}"}`,
    ])
  })
})

describe('a line for a person that is too long for the terminal', () => {
  const terminal = (columns: number) => Object.assign(new Recorded(), { isTTY: true, columns })

  it('is broken between words, and a suggested command stays in one piece', () => {
    const stderr = terminal(30)
    const { out } = outputTo(new Recorded(), stderr, { NO_COLOR: '1' })
    out.note('events are shown from 9007199254740993 on')
    out.warn('the clock of this machine is late')
    out.say({ say: 'to see what was missed meanwhile', command: 'charges list', flags: { since: '7d' } })
    out.say({ say: 'see', command: 'charges list' })
    expect(stderr.text.replaceAll('\r\u001b[2K', '')).toBe(
      [
        ...['events are shown from', '9007199254740993 on'],
        ...['warning: the clock of this', 'machine is late'],
        ...['to see what was missed', 'meanwhile:', 'pixctl charges list --since 7d'],
        ...['see: pixctl charges list', ''],
      ].join('\n'),
    )
  })
})

it('a warning is in the language of the process, also where a page of another one is the cause', () => {
  const before = useRequestLanguage(() => 'pt-BR')
  onTestFinished(() => void useRequestLanguage(before))
  const stderr = new Recorded()
  outputTo(new Recorded(), stderr).out.warn(both('not saved', 'não foi salvo'))
  expect(stderr.text).toBe('warning: not saved\n')
})
