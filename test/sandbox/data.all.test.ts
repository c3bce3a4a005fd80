import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#sandbox/core/database.ts'
import { startSandbox } from '#sandbox/index.ts'
import { permissions } from '../support/folder.ts'
import { newDataDir, startOn, startProcess } from './data-folder.ts'
import { callers, creation, expectRefusal, portOf } from './harness.ts'
import { readOutbox } from './read-outbox.ts'

describe('the data folder', () => {
  it('is 0700 and its files 0600, those SQLite adds included', async () => {
    const dataDir = newDataDir()
    const sandbox = await startOn(dataDir)
    await callers(sandbox).create()
    expect(permissions(dataDir)).toBe('700')
    const files = readdirSync(dataDir)
    expect(files.sort()).toEqual(['sandbox.db', 'sandbox.db-wal', 'secrets.json'])
    for (const file of files) expect(permissions(join(dataDir, file)), file).toBe('600')
  })

  it('is synced at every commit', () => {
    const database = openDatabase(newDataDir())
    onTestFinished(() => database.close())
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    // 2 is FULL: the log is on the disk before a commit returns.
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  })

  it('keeps charges, wallet, events, keys and secrets from run to run', async () => {
    const dataDir = newDataDir()
    const first = await startOn(dataDir)
    const request = creation({ amount: 10.5 })
    const charge = (await callers(first).api('/payments', request)).body.data
    await callers(first).control(`/charges/${charge.id}/pay`, {})
    const key = (await callers(first).control('/keys', {})).body.data
    const events = readOutbox(first)
    await first.close()

    const second = await startOn(dataDir)
    expect([second.apiKey, second.wsToken]).toEqual([first.apiKey, first.wsToken])
    const { api, control } = callers(second)
    expect((await api('/balance')).body.data.availableBalance).toBe(10.39)
    expect((await api(`/payments/${charge.id}`)).body.data).toMatchObject({
      status: 'PAID',
      qrCode: charge.qrCode,
    })
    expect((await api('/payments', request)).status).toBe(200)
    expect((await api('/status', { headers: { Authorization: `Bearer ${key.apiKey}` } })).status).toBe(200)
    expect(readOutbox(second)).toEqual(events)
    await control('/deposits', { amount: 1 })
    expect(readOutbox(second).at(-1)?.sequence).toBe('9007199254740995')
  })

  it('contains only the first API key, and only in secrets.json', async () => {
    const dataDir = newDataDir()
    const sandbox = await startOn(dataDir)
    const { apiKey } = (await callers(sandbox).control('/keys', {})).body.data
    await sandbox.close()
    const holds = (secret: string) =>
      readdirSync(dataDir).filter(file => readFileSync(join(dataDir, file)).includes(secret))
    expect(holds(apiKey)).toEqual([])
    expect(holds(sandbox.apiKey)).toEqual(['secrets.json'])
    expect(holds(sandbox.wsToken)).toEqual(['secrets.json'])
    expect(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))).toEqual({
      'ws-token': sandbox.wsToken,
      'api-key': sandbox.apiKey,
    })
  })

  it('gets a new first key when the old one was revoked', async () => {
    const dataDir = newDataDir()
    const first = await startOn(dataDir)
    const [key] = (await callers(first).control('/keys')).body.data
    await callers(first).control(`/keys/${key.id}`, undefined, { method: 'DELETE' })
    await first.close()
    const second = await startOn(dataDir)
    expect(second.apiKey).not.toBe(first.apiKey)
    expect((await callers(second).api('/status')).status).toBe(200)
    const headers = { Authorization: `Bearer ${first.apiKey}` }
    expectRefusal(await callers(second).api('/status', { headers }), 401, 'unauthorized')
    await second.close()
    expect((await startOn(dataDir)).apiKey).toBe(second.apiKey)
  })

  it('serves one sandbox at a time, of whichever process: the second one fails, and the first continues', async () => {
    const dataDir = newDataDir()
    const { child, addresses } = await startProcess(dataDir)
    await expect(startSandbox({ dataDir })).rejects.toMatchObject({
      code: 'sandbox_locked',
      message: expect.stringContaining(dataDir),
    })
    expect((await callers(addresses).create()).status).toBe(201)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await startOn(dataDir)
  })

  it.each([
    ['secrets.json', 'service_live_half'],
    ['secrets.json', '{"api-key":5}'],
    ['sandbox.db', 'this is no database, and longer than a header '.repeat(10)],
  ])('is refused when %s is damaged, without a word of what is in it', async (file, content) => {
    const dataDir = newDataDir()
    await (await startOn(dataDir)).close()
    writeFileSync(join(dataDir, file), content)
    const error = await startSandbox({ dataDir }).catch(error => error)
    expect(error).toMatchObject({ code: 'sandbox_data' })
    expect(error.message).toContain(dataDir)
    expect(error.message).not.toContain(content.slice(0, 12))
  })

  it.each([
    ['PRAGMA user_version = 99', 'it was written by a newer pixctl: update pixctl'],
    ['ALTER TABLE outbox ADD COLUMN other TEXT', 'written by another build of pixctl: TABLE outbox differs'],
  ])('is refused when another pixctl made it: %s', async (sql, words) => {
    const dataDir = newDataDir()
    await (await startOn(dataDir)).close()
    const database = new DatabaseSync(join(dataDir, 'sandbox.db'))
    database.exec(sql)
    database.close()
    const message = expect.stringContaining(words)
    await expect(startSandbox({ dataDir })).rejects.toMatchObject({ code: 'sandbox_data', message })
  })

  it('is refused when it is a file', async () => {
    const dataDir = join(newDataDir(), '..')
    writeFileSync(dataDir, '')
    await expect(startSandbox({ dataDir })).rejects.toMatchObject({ code: 'sandbox_data' })
  })
})

describe('ports', () => {
  it('in use are an EADDRINUSE, and leave the data and the other port free', async () => {
    const running = await startOn(':memory:')
    const dataDir = newDataDir()
    for (const taken of [{ port: portOf(running.baseUrl) }, { dashboardPort: portOf(running.dashboardUrl) }])
      await expect(startSandbox({ dataDir, ...taken })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await startOn(dataDir)
  })
})

describe('closing', () => {
  it('answers the running request, then no more', async () => {
    const sandbox = await startOn(':memory:')
    const { create, api } = callers(sandbox)
    const running = create()
    // One turn of a small call puts the creation into the server's hands.
    await api('/status')
    const closing = sandbox.close()
    expect((await running).status).toBe(201)
    await closing
    await expect(api('/status')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('may be called again, and ends although a client keeps its connection', async () => {
    const sandbox = await startOn(':memory:')
    const answer = await fetch(`${sandbox.baseUrl}/status`, {
      headers: { Authorization: `Bearer ${sandbox.apiKey}` },
    })
    await answer.text()
    await Promise.all([sandbox.close(), sandbox.close()])
    await sandbox.close()
    await expect(callers(sandbox).api('/status')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
