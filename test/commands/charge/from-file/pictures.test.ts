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
import { answer, paymentBody } from '../../../support/service.ts'
import { readPng, readSvg, scan } from '../../../terminal/picture.ts'

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
      'x~y',
      'João & Cia, 3ª',
      '東京 🍕',
      'STRASSE',
      'straße',
      '🍕'.repeat(64),
    ]
    const text = `reference;amount\n${references.map(each => `${each};10.50\n`).join('')}`
    expect(await create(machine, text, '--qr-dir', folder, ...FAST)).toMatchObject({ code: 0 })
    const files = readdirSync(folder).filter(file => file !== 'index.html')
    expect(files).toHaveLength(references.length)
    expect(new Set(files.map(file => file.normalize('NFD').toUpperCase())).size).toBe(references.length)
    // Letters of any language stay.
    for (const name of ['x.y', 'Açaí', 'João & Cia, 3ª', '東京 🍕']) expect(files).toContain(`${name}.png`)
    for (const file of files) {
      expect(file).toMatch(/^[^.<>:"/\\|?*-][^<>:"/\\|?*]*\.png$/)
      // Windows writes to the device, whatever comes behind the dot.
      expect(file).not.toMatch(/^(con|nul)\./)
      expect(Buffer.byteLength(file)).toBeLessThan(255)
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
      expect(readdirSync(folder).sort()).toEqual(['A-1.png', 'A-2.png', 'A-3.png', 'index.html'])
      for (const file of readdirSync(folder)) expect(lstatSync(join(folder, file)).isFile()).toBe(true)
    },
  )

  it('leaves nothing half written where a picture can not be written', async () => {
    const machine = await new Charging().machine()
    const folder = join(machine.folder, 'codes')
    mkdirSync(join(folder, 'A-2.png', 'x'), { recursive: true })
    const run = await create(machine, THREE, '--qr-dir', folder)
    expect(run).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('1 file of --qr-dir could not be written'),
    })
    expect(readdirSync(folder).sort()).toEqual(['A-1.png', 'A-2.png', 'A-3.png', 'index.html'])
  })
})

describe('index.html', () => {
  const page = (folder: string) => readFileSync(join(folder, 'index.html'), 'utf8')
  const cards = (folder: string) => page(folder).split('<article').slice(1)

  it('has every row: its name, amount, until when, and its code as text and as a QR code', async () => {
    const machine = await new Charging().machine()
    const folder = join(machine.folder, 'codes')
    const text = 'reference,amount,description\nA-1,10.50,Ana & <b>Bia</b>\nA-2,20,\n'
    const file = join(machine.folder, 'list.csv')
    writeFileSync(file, text)
    expect(await machine.pixctl(['charge', 'create', '--from', file, '--qr-dir', folder])).toMatchObject({
      code: 0,
    })
    const [first, second] = cards(folder)
    expect(first).toContain('<h2 dir="auto">Ana &#38; &#60;b&#62;Bia&#60;/b&#62;</h2>\n<p dir="auto">A-1</p>')
    expect(first).toContain('R$ 10,50')
    expect(first).toContain('can be paid until 2098-12-31 21:30:00')
    expect(first).toContain(`<code>${paymentBody().pixCode}</code>`)
    const [svg = ''] = /<svg .*<\/svg>/.exec(first!) ?? []
    expect(scan(readSvg(svg), 4)).toBe(paymentBody().pixCode)
    expect(second).toContain('<h2 dir="auto">A-2</h2>\n\n')
    expect(page(folder)).toContain('<p dir="auto">list.csv, ')
    // No other file and no address is named, but that of SVG.
    expect(page(folder).replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|src=|href=|url\(/)
  })

  it('is in the language of the person', async () => {
    const machine = await new Charging().machine()
    const folder = join(machine.folder, 'codes')
    const env = { LC_ALL: 'pt_BR.UTF-8' }
    await machine.pixctl(['charge', 'create', '--from', '-', '--qr-dir', folder], { input: THREE, env })
    for (const words of ['lang="pt-BR"', 'Cobranças Pix', 'pode ser paga até 31/12/2098', '>Copiar<']) {
      expect(page(folder)).toContain(words)
    }
  })

  it('is written again with all rows, and shows no code that can not be paid', async () => {
    const charging = new Charging((_n, { body }) =>
      body.includes('"amount":40') ? answer(400, { error: 'no', code: 'invalid' }) : undefined,
    )
    const machine = await charging.machine()
    const folder = join(machine.folder, 'codes')
    await create(machine, THREE, '--qr-dir', folder)
    const [paid, expired, open] = [...charging.charges.values()].map(({ payment }) => payment)
    Object.assign(paid!, { status: 'PAID', paidAt: '2026-11-20T12:10:00.000Z' })
    Object.assign(expired!, { status: 'EXPIRED' })
    Object.assign(open!, { pixCode: null, qrCode: null })
    await create(machine, `${THREE}A-4,40\n`, '--qr-dir', folder)
    const words = cards(folder).map(card => /class="end">(.*)</.exec(card)?.[1])
    expect(words).toEqual(['paid', 'expired', 'no Pix code yet', 'refused'])
    expect(page(folder)).not.toContain(String(paymentBody().pixCode))
    expect(page(folder)).not.toContain('<svg')
  })

  it('says of a conflict which amount was sent first', async () => {
    const machine = await new Charging().machine()
    const folder = join(machine.folder, 'codes')
    await create(machine, THREE, '--qr-dir', folder)
    await create(machine, THREE.replace('20', '21'), '--qr-dir', folder)
    expect(cards(folder)[1]).toMatch(/>conflict<\/p>\n<p>amount: first 20, now 21; the earlier charge pay_2 /)
  })

  it('stays as it was where a run ends early', async () => {
    let isOver = true
    const charging = new Charging(() => (isOver ? undefined : answer(401, { error: 'no', code: 'no' })))
    const machine = await charging.machine()
    const folder = join(machine.folder, 'codes')
    await create(machine, THREE, '--qr-dir', folder)
    isOver = false
    expect((await create(machine, THREE, '--qr-dir', folder)).code).toBe(3)
    expect(cards(folder).filter(card => card.includes('<svg'))).toHaveLength(3)
    expect(readdirSync(folder)).toHaveLength(4)
  })

  it('that can not be written is one file of the error, and nothing is left of it', async () => {
    const machine = await new Charging().machine()
    const folder = join(machine.folder, 'codes')
    mkdirSync(join(folder, 'index.html', 'x'), { recursive: true })
    const run = await create(machine, THREE, '--qr-dir', folder)
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('1 file of --qr-dir could not be') })
    expect(readdirSync(folder)).toHaveLength(4)
  })
})
