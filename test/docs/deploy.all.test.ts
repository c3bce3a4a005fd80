/** The files of docs/deploy, tried as far as that is possible without a container engine. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { systemClock } from '#lib/clock.ts'
import { Monitor } from '#monitor/monitor.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeWith, runProgram } from '../support/programs-on-path.ts'
import { serve } from '../support/serve.ts'
import { read, root } from './pages.ts'

const deploy = join(root, 'docs/deploy')
const dockerfile = read('docs/deploy/Dockerfile')
const unit = read('docs/deploy/pixctl-listen.service')
const manifest = JSON.parse(read('oclif.manifest.json'))
const compose = parse(read('docs/deploy/compose.yaml'), { merge: true })

/** The flags of a command line that its command doesn't have. */
function unknownFlags(words: readonly string[]): string[] {
  const id = words
    .filter(word => !word.startsWith('-'))
    .slice(0, 2)
    .join(':')
  const known = Object.keys(manifest.commands[id].flags)
  return words.filter(word => word.startsWith('--') && !known.includes(word.slice(2).replace(/=.*$/, '')))
}

/** Runs a program until it ends; gives its exit code. */
async function codeOf(command: string, args: readonly string[]): Promise<number> {
  const [code] = await once(spawn(command, args, { stdio: 'ignore' }), 'close')
  return code
}

it('every file of the folder is in a test here, and in the guide', () => {
  const guide = read('docs/guide/production.md')
  const files = readdirSync(deploy).filter(file => file !== 'sandbox')
  const tested = ['Dockerfile', 'alerts.yaml', 'compose.yaml', 'nginx.conf', 'pixctl-listen.service']
  expect(files.sort()).toEqual(tested)
  for (const file of files) expect(guide).toContain(`(../deploy/${file})`)
  // Those of the sandbox are in container.all.test.ts.
  const sandbox = readdirSync(join(deploy, 'sandbox'))
  expect(sandbox.sort()).toEqual(['Dockerfile', 'compose.yaml', 'shop.mjs'])
  for (const file of sandbox) {
    expect(read('docs/guide/test-your-integration.md')).toContain(`(../deploy/sandbox/${file})`)
  }
})

describe('the unit of systemd', () => {
  it('runs a command that exists, with flags that it has', () => {
    const [, line = ''] = /^ExecStart=\/usr\/bin\/pixctl (.*(?:\\\n.*)*)/m.exec(unit) ?? []
    const words = line.replaceAll('\\\n', '').trim().split(/\s+/)
    expect(words.slice(0, 2)).toEqual(['webhook', 'listen'])
    expect(unknownFlags(words)).toEqual([])
  })

  it('gives it more time to end than it takes', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10)
    expect(unit).toMatch(/^SuccessExitStatus=143$/m)
    expect(unit).toMatch(/^Restart=always$/m)
  })

  describeWith('systemd-analyze', 'as systemd sees it', () => {
    /** The unit with a program that exists here, which `verify` asks for. */
    const verify = (text: string) => {
      const file = join(temporaryFolder(), 'pixctl-listen.service')
      writeFileSync(file, text.replace('/usr/bin/pixctl', '/bin/true'))
      return { file, ...runProgram('systemd-analyze', ['verify', file]) }
    }

    it('is valid, also with the lines for a shared inbox', () => {
      for (const text of [unit, unit.replaceAll(/^#(LoadCredential|Environment)/gm, '$1')]) {
        expect(verify(text)).toMatchObject({ code: 0, output: '' })
      }
    })

    it('is well locked in: an exposure of at most 1.5 of 10', () => {
      const { file } = verify(unit)
      const args = ['security', '--offline=yes', '--threshold=15', '--no-pager', file]
      const { code, output } = runProgram('systemd-analyze', args)
      expect({ code, level: output.split('\n').findLast(line => line.includes('exposure')) }).toMatchObject({
        code: 0,
      })
    })
  })
})

describe('the Dockerfile', () => {
  const argumentsOf = (instruction: string): string[] =>
    JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(dockerfile)![1]!)

  it('has nothing that a linter complains of, and neither has that of the sandbox', () => {
    for (const text of [dockerfile, read('docs/deploy/sandbox/Dockerfile')])
      expect(validate(text)).toEqual([])
    expect(validate(`${dockerfile}\nCMD ["pixctl"]\nHEALTHCHECK --every=1s CMD true\n`)).not.toEqual([])
  })

  it('runs as an ordinary user, and names the versions of its images', () => {
    expect([...dockerfile.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual(['node'])
    for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/:\d/)
  })

  it('runs a command that exists, with flags that it has', () => {
    expect(argumentsOf('ENTRYPOINT')).toEqual(['pixctl'])
    expect(unknownFlags(argumentsOf('CMD'))).toEqual([])
  })

  it('has a health check that is 0 while the process lives, ready or not, and 1 otherwise', async () => {
    const [, text = ''] = /^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$/m.exec(dockerfile) ?? []
    const [command, ...args]: string[] = JSON.parse(text)
    expect(command).toBe('node')
    const at = (port: number) => args.map(each => each.replace(':9464/', `:${port}/`))
    const check = (port: number) => codeOf(process.execPath, at(port))
    const monitor = await Monitor.start({ host: '127.0.0.1', port: 0 }, systemClock, '1', 'webhook')
    const { port } = monitor
    expect(await check(port)).toBe(0)
    await monitor.close()
    expect(await check(port)).toBe(1)
    const broken = await serve((_request, response) => response.writeHead(500).end())
    expect(await check(Number(new URL(broken).port))).toBe(1)
  })
})

describe('the compose file', () => {
  type Service = { command?: string[]; image: string; read_only?: boolean }
  const services = Object.entries<Service & { environment?: Record<string, string> }>(compose.services)
  const ours = services.filter(([, { image }]) => image.startsWith('pixctl'))

  it('is valid by the schema of the specification and by its linter', async () => {
    const rules = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order']
    const flags = ['--max-warnings=0', ...rules.map(rule => `--disable-rule=${rule}`)]
    const linter = join(root, 'node_modules/dclint/bin/dclint.cjs')
    const lint = (file: string) => codeOf(process.execPath, [linter, file, ...flags])
    for (const file of ['compose.yaml', 'sandbox/compose.yaml'])
      expect(await lint(join(deploy, file))).toBe(0)
    const wrong = join(temporaryFolder(), 'compose.yaml')
    writeFileSync(wrong, read('docs/deploy/compose.yaml').replace('stop_grace_period', 'stop_grace_perod'))
    expect(await lint(wrong)).toBe(1)
  })

  it('runs commands that exist, with flags that they have', () => {
    expect(ours.map(([name]) => name)).toEqual(['init', 'listen-1', 'listen-2'])
    for (const [, { command = [] }] of ours) expect(unknownFlags(command)).toEqual([])
  })

  it('has no secret in an environment, and read-only roots', () => {
    for (const [, { environment = {}, read_only: readOnly }] of ours) {
      expect(readOnly).toBe(true)
      expect(Object.keys(environment).sort()).toEqual(['PGPASSFILE', 'PIXCTL_INBOX_URL'])
      expect(new URL(environment.PIXCTL_INBOX_URL!).password).toBe('')
    }
  })

  it('gives them more time to end than they take', () => {
    expect(compose['x-pixctl'].stop_grace_period).toBe('15s')
  })
})

describeWith('promtool', 'the alerts', () => {
  it('are valid', () => {
    const { code, output } = runProgram('promtool', ['check', 'rules', join(deploy, 'alerts.yaml')])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('9 rules found') })
  })

  it('use only metrics that pixctl has', async () => {
    const monitor = await Monitor.start({ host: '127.0.0.1', port: 0 }, systemClock, '1', 'realtime')
    onTestFinished(() => monitor.close())
    monitor.watch({
      check: async () => {},
      stats: async () => ({ pending: 0, parked: 0, oldestPending: '2026-03-10T12:00:00.000Z' }),
      lastEvent: async () => null,
      stopping: new AbortController().signal,
    })
    const metrics = await (await fetch(`http://127.0.0.1:${monitor.port}/metrics`)).text()
    const names = new Set(readFileSync(join(deploy, 'alerts.yaml'), 'utf8').match(/\bpixctl_\w+/g))
    expect(names.size).toBeGreaterThan(5)
    for (const name of names) expect(metrics).toMatch(new RegExp(`^${name}[ {]`, 'm'))
  })

  it('fire when they should, and not before', () => {
    const where = temporaryFolder()
    copyFileSync(join(deploy, 'alerts.yaml'), join(where, 'alerts.yaml'))
    writeFileSync(join(where, 'test.yaml'), JSON.stringify(ALERT_TESTS))
    const { code, output } = runProgram('promtool', ['test', 'rules', join(where, 'test.yaml')])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('SUCCESS') })
  })
})

const series = (name: string, labels: string, values: string) => ({
  series: `${name}{job="pixctl",${labels}}`,
  values,
})
const one = 'instance="one"'
const fires = (alertname: string, at: string, labels: Record<string, string>, summary: string) => ({
  ...{ eval_time: at, alertname },
  exp_alerts: [{ exp_labels: { job: 'pixctl', ...labels }, exp_annotations: { summary } }],
})
const isQuiet = (alertname: string, at: string) => ({ eval_time: at, alertname, exp_alerts: [] })
const PARKED = 'are parked: look at them, then send them by `pixctl webhook replay --parked`'
const NOT_SAVED = 'could not be saved; the service sends each five times in all'
const REJECTED = 'were rejected in 15 minutes: is the signing secret right?'
const critical = { severity: 'critical' }
const criticalOne = { ...critical, instance: 'one' }
const warning = { severity: 'warning' }

/** In the format of `promtool test rules`: series, one value a minute, and which alerts they fire when. */
const ALERT_TESTS = {
  rule_files: ['alerts.yaml'],
  evaluation_interval: '1m',
  tests: [
    {
      interval: '1m',
      input_series: [
        series('up', one, '1 1 0 0 0 0'),
        series('pixctl_ready', one, '1 1 0 0 0 0'),
        series('pixctl_parked_deliveries', one, '0 0 2 2 2 2'),
        series('pixctl_parked_deliveries', 'instance="two"', '0 0 2 2 2 2'),
        series('pixctl_oldest_pending_timestamp_seconds', one, '_ 60x20'),
        series('pixctl_realtime_connected', one, '0x20'),
        series('pixctl_realtime_connected', 'instance="two"', '1 0x20'),
      ],
      alert_rule_test: [
        isQuiet('PixctlDown', '2m'),
        fires('PixctlDown', '3m', criticalOne, 'one does not answer'),
        isQuiet('PixctlNotReady', '3m'),
        fires('PixctlNotReady', '4m', criticalOne, "one can't take deliveries; /readyz says why"),
        isQuiet('PixctlParked', '1m'),
        fires('PixctlParked', '2m', warning, `2 events ${PARKED}`),
        isQuiet('PixctlForwardingBehind', '7m'),
        fires('PixctlForwardingBehind', '8m', critical, "an event has waited 7m 0s for the shop's 2xx"),
        isQuiet('PixctlRealtimeDown', '5m'),
        fires('PixctlRealtimeDown', '6m', critical, 'no events tail is connected to the realtime channel'),
      ],
    },
    {
      interval: '1m',
      input_series: [
        series('pixctl_last_event_timestamp_seconds', one, '-21540x20'),
        series('pixctl_last_event_timestamp_seconds', 'instance="two"', '-21600x5 360x20'),
      ],
      alert_rule_test: ['5m', '15m'].map(at => isQuiet('PixctlNothingReceived', at)),
    },
    {
      interval: '1m',
      input_series: [
        series('pixctl_ready', one, '1 0 1 0x20'),
        series('pixctl_received_total', `${one},verdict="rejected"`, '0 0 0 30 30x20'),
        series('pixctl_received_total', `${one},verdict="not_saved"`, '0 90 180 270 360x20'),
      ],
      alert_rule_test: [
        isQuiet('PixctlNotSaving', '5m'),
        fires('PixctlNotSaving', '7m', critical, `deliveries ${NOT_SAVED}`),
        isQuiet('PixctlRejecting', '2m'),
        fires('PixctlRejecting', '15m', warning, `30 deliveries ${REJECTED}`),
      ],
    },
    {
      interval: '1m',
      input_series: [series('pixctl_last_event_timestamp_seconds', one, '-21540x20')],
      alert_rule_test: [
        isQuiet('PixctlNothingReceived', '6m'),
        fires('PixctlNothingReceived', '7m', warning, 'no payment event for 6h 6m 0s'),
      ],
    },
  ],
}
