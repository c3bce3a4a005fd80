/** `doctor`: whether the files of the state are whole. */

import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { NOT_FILES } from '../support/not-a-file.ts'
import { answer, ONE_ATTEMPT } from '../support/service.ts'
import { against, doctor, listing, machine } from './examine.ts'

describe('the state', () => {
  async function withState() {
    const own = await against(answer(201, {}))
    await own.pixctl(['charge', 'create', '--amount', '1', ...ONE_ATTEMPT])
    await own.pixctl(['charge', 'create', '--amount', '1', ...ONE_ATTEMPT])
    const quiet = { ...own.host(), env: { ...own.host().env, PIXCTL_BASE_URL: '', PIXCTL_API_KEY: '' } }
    return { file: join(own.dataDir, 'profiles', 'default', 'state.db'), host: quiet, own }
  }

  it('of a newer pixctl says once what to do, however many files it has', async () => {
    const { file, host } = await withState()
    for (const name of ['state.db', 'archive.db', 'rejected.db']) {
      const database = new DatabaseSync(join(dirname(file), name))
      database.exec('PRAGMA user_version = 99; CREATE TABLE IF NOT EXISTS other (id)')
      database.close()
    }
    const { checks, run } = await doctor(host)
    expect(checks.state!.detail.match(/version 99/g)).toHaveLength(3)
    expect(checks.state).toMatchObject({ status: 'fail', next: 'update pixctl' })
    expect(run.stdout.match(/update pixctl/g)).toHaveLength(1)
  })

  it.each<[string, (size: number) => Buffer, string]>([
    ['is damaged', size => Buffer.alloc(size, 'damaged'), 'is damaged'],
    ['is empty', () => Buffer.alloc(0), 'is empty'],
  ])('that %s fails', async (_name, content, says) => {
    const { file, host, own } = await withState()
    writeFileSync(file, content(statSync(file).size))
    const before = listing(own.folder)
    const { checks } = await doctor(host)
    expect(checks.state).toMatchObject({ status: 'fail', detail: expect.stringContaining(says) })
    expect(listing(own.folder)).toEqual(before)
  })

  it.each([
    ['nothing', '/nonexistent/state.db', 'ENOENT'],
    ['itself', 'state.db', 'ELOOP'],
  ])('that is a link to %s fails, as it does for every command', async (_name, target, code) => {
    const own = machine()
    const folder = join(own.dataDir, 'profiles', 'default')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    symlinkSync(target, join(folder, 'state.db'))
    const { checks } = await doctor(own.host())
    expect(checks.state).toMatchObject({ status: 'fail', detail: expect.stringContaining(code) })
  })

  it.each(NOT_FILES)('with a %s in its place fails, and says so', async (_what, make) => {
    const own = machine()
    const folder = join(own.dataDir, 'profiles', 'default')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await make(join(folder, 'state.db'))
    const { checks } = await doctor(own.host())
    expect(checks.state).toMatchObject({
      status: 'fail',
      detail: `${join(folder, 'state.db')} can't be used: it is a folder, a pipe or a device, not a file`,
      next: expect.stringContaining('move it away'),
    })
    const list = await own.pixctl(['webhook', 'deliveries'])
    expect(list).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('not a file') })
    expect((await own.pixctl(['state'])).stderr).toContain('not a file')
  })

  it('without its refused deliveries names only what is lost', async () => {
    const { own, file, host } = await withState()
    const rejected = join(own.dataDir, 'profiles', 'default', 'rejected.db')
    writeFileSync(rejected, '', { mode: 0o600 })
    expect((await doctor(host)).checks.state).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining(rejected),
      next: 'move it away to start without the refused deliveries that it keeps for the inspector',
    })
    writeFileSync(file, '')
    expect((await doctor(host)).checks.state!.next).toContain('without its creations and events')
  })

  it('with one wrong page fails, although it can be opened', async () => {
    const { file, host } = await withState()
    const bytes = readFileSync(file)
    bytes.fill(0xff, 4096 * 2, 4096 * 3)
    writeFileSync(file, bytes)
    expect((await doctor(host)).checks.state).toMatchObject({ status: 'fail' })
  })
})
