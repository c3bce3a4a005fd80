/** `charge create --from --qr-dir`: a picture for each charge, whatever its reference and its folder are like. */

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Charging } from '../../../support/charging.ts'
import { passing } from '../../../support/clock.ts'
import type { LocalMachine } from '../../../support/local.ts'
import { paymentBody } from '../../../support/service.ts'
import { readPng, scan } from '../../../terminal/picture.ts'

const THREE = 'reference,amount\nA-1,10.50\nA-2,20\nA-3,30\n'
const FAST = ['--rate-limit', 'off']

const create = (machine: LocalMachine, input: string, ...flags: string[]) =>
  machine.pixctl(['charge', 'create', '--from', '-', ...flags], { input, clock: passing() })

describe('--qr-dir', () => {
  it('writes a picture for each, under names of which no two meet', async () => {
    const machine = await new Charging().machine()
    const folder = join(machine.folder, 'new', 'codes')
    const references = [
      'PED-001',
      'ped-001',
      '../../etc/x',
      '..-..-etc-x',
      'a/b',
      'a:b',
      'con',
      'nul.x',
      '.hidden',
      'Açaí',
      'x.y',
    ]
    const text = `reference,amount\n${references.map(each => `${each},10.50\n`).join('')}`
    expect(await create(machine, text, '--qr-dir', folder, ...FAST)).toMatchObject({ code: 0 })
    const files = readdirSync(folder)
    expect(files).toHaveLength(references.length)
    expect(new Set(files.map(file => file.toLowerCase())).size).toBe(references.length)
    expect(files).toContain('x.y.png')
    for (const file of files) {
      expect(file).toMatch(/^\w[\w.~-]*\.png$/)
      // Windows writes to the device, whatever comes behind the dot.
      expect(file).not.toMatch(/^(con|nul)\./)
    }
    expect(scan(readPng(readFileSync(join(folder, 'x.y.png'))), 1)).toBe(paymentBody().pixCode)
    expect(existsSync(join(machine.folder, 'etc'))).toBe(false)
  })

  it.runIf(process.platform !== 'win32')(
    'replaces what has the name of a picture, and writes through no link',
    async () => {
      const machine = await new Charging().machine()
      const folder = join(machine.folder, 'codes')
      mkdirSync(folder)
      const other = join(machine.folder, 'other')
      writeFileSync(other, 'mine')
      symlinkSync(other, join(folder, 'A-1.png'))
      // To open it for writing would wait for a reader, for ever.
      execFileSync('mkfifo', [join(folder, 'A-2.png')])
      expect(await create(machine, THREE, '--qr-dir', folder)).toMatchObject({ code: 0 })
      expect(readFileSync(other, 'utf8')).toBe('mine')
      expect(readdirSync(folder).sort()).toEqual(['A-1.png', 'A-2.png', 'A-3.png'])
      for (const file of readdirSync(folder)) expect(lstatSync(join(folder, file)).isFile()).toBe(true)
    },
  )

  it('leaves nothing half written where a picture can not be written', async () => {
    const machine = await new Charging().machine()
    const folder = join(machine.folder, 'codes')
    mkdirSync(join(folder, 'A-2.png', 'x'), { recursive: true })
    const run = await create(machine, THREE, '--qr-dir', folder)
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('1 QR codes could not be written') })
    expect(readdirSync(folder).sort()).toEqual(['A-1.png', 'A-2.png', 'A-3.png'])
  })
})
