/** The commands that a run suggests keep the profile and the addresses that flags chose for it. */

import { expect, it } from 'vitest'
import { hint } from '#cli/output/hints.ts'
import { replayParked } from '#forwarding/forwarding.ts'
import { suggest } from '#lib/suggestion.ts'
import manifest from '../../oclif.manifest.json' with { type: 'json' }
import { runCommand, testHost } from '../support/run.ts'

const SHOP = ['--profile', 'shop']
const RUN = ['--profile', 'shop', '--base-url', 'https://a/api/v1', '--realtime-url', 'wss://a/']

it.each([
  ['charge recover', 'pixctl charge recover --profile shop --base-url https://a/api/v1'],
  ['events tail', 'pixctl events tail --profile shop --base-url https://a/api/v1 --realtime-url wss://a/'],
  ['sandbox pay', 'pixctl sandbox pay --profile shop'],
  ['auth use', 'pixctl auth use --profile shop'],
])('%s keeps the flags of the run that it takes', (command, line) => {
  expect(hint(suggest(command), RUN)).toBe(line)
  expect(hint(suggest(command, { profile: 'none' }), RUN)).toBe(`pixctl ${command}`)
})

it('every command that takes --inbox keeps that of the run', () => {
  for (const { id, flags } of Object.values<{ id: string; flags: object }>(manifest.commands)) {
    const command = id.replaceAll(':', ' ')
    const kept = 'inbox' in flags ? ' --inbox postgres://u@h/d' : ''
    expect(hint(suggest(command), ['--inbox', 'postgres://u@h/d'])).toBe(`pixctl ${command}${kept}`)
  }
})

it.each([
  suggest('webhook deliveries', { flags: { rejected: true } }),
  suggest('webhook show', { args: ['rejected_1'] }),
])('refused deliveries are in no inbox: %j', step => {
  expect(hint(step, ['--inbox', 'postgres://u@h/d'])).not.toContain('--inbox')
})

it('a suggested command may replace flags of the run by others', () => {
  const own = suggest('auth login', { flags: { profile: 'NAME' } })
  expect(hint(own, SHOP)).toBe('pixctl auth login --profile NAME')
})

const CREATE = '  or create it: pixctl auth login --profile shop --base-url https://…/api/v1\n'

it.each([
  [['balance', ...SHOP], CREATE],
  [['balance', '-pshop'], CREATE],
  [['balance', '-p=shop'], CREATE],
  [['balance', '--profile=my shop'], "it can't be a profile's name"],
  [['balance', '--', '--profile', 'shop'], ''],
])('%j suggests a login to its own profile', async (args, said) => {
  const { code, stderr } = await runCommand(args, { host: testHost() })
  expect(code).not.toBe(0)
  if (said.startsWith('  ')) expect(stderr).toContain(said)
  else expect(stderr).not.toContain('--profile shop')
})

it.each(['https://shop:hunter2@shop.example/api/v1', 'shop:hunter2@shop.example/api/v1'])(
  'an address with a password is not repeated: %s',
  async address => {
    const args = ['charges', 'get', 'no id', '--base-url', address]
    const { code, stderr } = await runCommand(args, { host: testHost() })
    expect(code).toBe(2)
    expect(stderr).toContain('pixctl charges list')
    expect(stderr).not.toContain('hunter2')
  },
)

it('a suggested events tail keeps the forwarding flags', () => {
  const argv = ['events', 'tail', '--forward-to', '3000/pix', '--secret-file=old keys']
  const again = suggest('events tail', { flags: { after: '7' } })
  expect(hint(again, argv)).toBe(
    "pixctl events tail --after 7 --forward-to 3000/pix --secret-file 'old keys'",
  )
  const routes = ['--forward-to', 'payment.*=3000/paid', '--forward-to=3000/rest']
  expect(hint(again, ['events', 'tail', ...routes])).toBe(
    "pixctl events tail --after 7 --forward-to 'payment.*=3000/paid' --forward-to 3000/rest",
  )
  const check = suggest('webhook check', { args: ['3000/pix'] })
  expect(hint(check, argv)).toBe("pixctl webhook check 3000/pix --secret-file 'old keys'")
  const other = suggest('webhook show', { args: ['dlv_1'] })
  expect(hint(other, argv)).toBe('pixctl webhook show dlv_1')
})

it.each([
  [false, 'pixctl webhook replay --parked --inbox postgres://shop@db/shop --secret-file key'],
  [
    true,
    'pixctl webhook replay --parked --to http://a/pix --inbox postgres://shop@db/shop --secret-file key',
  ],
])(
  'what is parked (shared inbox: %s) can be sent from another machine by what is suggested',
  (isShared, command) => {
    const argv = ['webhook', 'listen', '--inbox', 'postgres://shop@db/shop', '--secret-file', 'key']
    const again = replayParked('to send it', {
      inbox: { isShared },
      routes: [{ types: null, url: 'http://a/pix' }],
    })
    const words = (text: string) => text.split(/ (?=--)/).sort()
    expect(words(hint(again, argv))).toEqual(words(`to send it: ${command}`))
  },
)
