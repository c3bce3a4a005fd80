/** `doctor`: its three folders, whose they are and who can write there. */

import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configured, doctor, machine } from './examine.ts'

describe('a folder', () => {
  const modes: [mode: number, status: string, says: string][] = [
    [0o755, 'warn', 'mode 0755'],
    [0o777, 'fail', 'can be written by every user'],
    [0o770, 'fail', 'can be written by its group'],
  ]
  it.each(modes)('with mode %o is a %s', async (mode, status, says) => {
    const own = machine()
    configured(own, { profiles: {} })
    chmodSync(own.configDir, mode)
    const { checks } = await doctor(own.host())
    expect(checks.config_folder).toMatchObject({ status, detail: expect.stringContaining(says) })
    expect(checks.config_folder!.next).toContain(`chmod 700 ${own.configDir}`)
    expect(statSync(own.configDir).mode & 0o777).toBe(mode)
  })

  it('may be shared with its group if the user wants it', async () => {
    const own = machine({ PIXCTL_ALLOW_GROUP: '1' })
    configured(own, { profiles: {} })
    chmodSync(own.configDir, 0o770)
    expect((await doctor(own.host())).checks.config_folder!.status).toBe('ok')
  })

  it('with a file that others can read is a warning, and the file stays so', async () => {
    const own = machine()
    configured(own, { profiles: {} }, { 'secrets.json': '{}' })
    const file = join(own.configDir, 'secrets.json')
    chmodSync(file, 0o644)
    const { checks } = await doctor(own.host())
    expect(checks.config_folder).toMatchObject({ status: 'warn', next: `chmod 600 ${file}` })
    expect(statSync(file).mode & 0o777).toBe(0o644)
  })

  it('that is a file fails', async () => {
    const own = machine()
    writeFileSync(own.dataDir, '')
    const { checks } = await doctor(own.host())
    expect(checks.data_folder).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('not a folder'),
    })
  })
})
