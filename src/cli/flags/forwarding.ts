/** The flags of `webhook listen` and `events tail` for forwarding and the monitor. */

import { boolean, custom, string } from '@oclif/core/flags'
import type { InferredFlags } from '@oclif/core/interfaces'
import type { ForwardOptions } from '#forwarding/forwarding.ts'
import type { ParkingRules } from '#forwarding/parking.ts'
import { parseRoutes, type Routes, unencrypted } from '#forwarding/routes.ts'
import { Failure } from '#lib/failure.ts'
import { readInputFile } from '#lib/files.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { decodeText } from '#lib/text-bytes.ts'
import type { MonitorAddress } from '#monitor/monitor.ts'
import { KEPT, KEPT_URL, seconds, several, wholeNumber } from './flags.ts'
import { texts } from './texts.ts'

const DEFAULT_FORWARD_TIMEOUT_S = 15
const MOST_AT_ONCE = 256
const MOST_ATTEMPTS = 1000

export const targetFlag = (what: 'event' | 'delivery') =>
  string({
    ...KEPT_URL,
    description: texts.forwardTo(what),
    helpValue: '[TYPES=]URL',
    multiple: true,
    multipleNonGreedy: true,
  })

const headerFlag = (dependsOn: string[] = []) =>
  string({
    description: texts.forwardHeader(),
    helpValue: "'K: V'|'K: @FILE'",
    multiple: true,
    multipleNonGreedy: true,
    dependsOn,
    ...{ kept: withoutValue },
  })

/** A header whose value, which may be secret, is replaced unless it is the name of a file. */
function withoutValue(header: string): string {
  return /^[^:]*:\s*@/.test(header) ? header : header.replace(/(?<=:).*|^[^:]*$/s, ' \u2026')
}

const insecureFlag = (dependsOn: string[] = []) =>
  boolean({
    description: texts.forwardInsecure(),
    dependsOn,
    ...{ ...KEPT, keptAs: 'insecure' },
  })

/** Of the commands that send to one target. */
export const sendFlags = { 'forward-header': headerFlag(), insecure: insecureFlag() }

/**
 * The checked target, alone and as a route, and the extra headers for it. Failure (usage) if one is not valid.
 *
 * @param what names the target
 */
export function sendOptions(address: string, what: string, flags: InferredFlags<typeof sendFlags>) {
  const url = checkTarget(address, what, flags.insecure ? 'allowed' : '--insecure')
  const routes: Routes = [{ types: null, url }]
  return { url, routes, extraHeaders: headersFor(routes, flags['forward-header']) }
}

/** The extra headers for these targets. Failure (usage) if one is not valid, or if others could read it. */
export function headersFor(routes: Routes, headers: readonly string[] = []) {
  // Most headers that a target asks for are secret.
  if (headers.length > 0 && unencrypted(routes).length > 0) {
    throw new Failure('usage', texts.headerUnencrypted, { next: texts.encryptHeader })
  }
  return headers.map(parseForwardHeader)
}

export const forwardFlags = {
  'forward-to': targetFlag('event'),
  'forward-header': headerFlag(['forward-to']),
  'forward-timeout': seconds({
    description: texts.forwardTimeout(),
    helpValue: 'DURATION',
    defaultHelp: async () => `${DEFAULT_FORWARD_TIMEOUT_S}s`,
    dependsOn: ['forward-to'],
  }),
  'forward-insecure': insecureFlag(['forward-to']),
  'forward-concurrency': wholeNumber({
    description: texts.forwardConcurrency(),
    helpValue: 'N',
    defaultHelp: async () => '1',
    min: 1,
    max: MOST_AT_ONCE,
    dependsOn: ['forward-to'],
  }),
  'park-after': wholeNumber({
    description: texts.parkAfter(),
    helpValue: 'N',
    min: 1,
    max: MOST_ATTEMPTS,
    dependsOn: ['forward-to'],
  }),
  'park-on': string({
    description: texts.parkOn(),
    helpValue: 'STATUS',
    ...several,
    dependsOn: ['forward-to'],
  }),
}

type ForwardFlags = InferredFlags<typeof forwardFlags>

/** The checked values; undefined without `--forward-to`. Failure (usage) if a value is not valid. */
export function forwardOptions(flags: ForwardFlags): ForwardOptions | undefined {
  const [first, ...others] = flags['forward-to'] ?? []
  if (first === undefined) return undefined
  const insecure = flags['forward-insecure'] === true
  const routes = parseRoutes([first, ...others], '--forward-to', insecure)
  return {
    routes,
    extraHeaders: headersFor(routes, flags['forward-header']),
    timeoutMs: (flags['forward-timeout'] ?? DEFAULT_FORWARD_TIMEOUT_S) * 1000,
    insecure,
    concurrency: flags['forward-concurrency'] ?? 1,
    parking: parkingRules(flags),
  }
}

function parkingRules({ 'park-after': after, 'park-on': on = [] }: ForwardFlags): ParkingRules | undefined {
  const statuses = on.map(text => {
    if (/^[345]\d\d$/.test(text.trim())) return Number(text)
    throw badValue('--park-on', {
      accepts: texts.refusingAnswers,
      text: text.trim(),
      example: '--park-on 400,422',
    })
  })
  return after === undefined && statuses.length === 0 ? undefined : { after, on: new Set(statuses) }
}

/** The content of the file given with a flag. Failure (usage) if it can't be read. */
export function readFlagFile(path: string, flag: string): Buffer {
  return readInputFile(path, texts.checkPath, () => texts.fileOfFlag(path, flag))
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** A header's value: Latin-1 without control characters. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** The delivery's own headers, and those of the connection. */
const RESERVED =
  /^(x-service-.*|host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i

/**
 * An extra header, from `K: V`, or from `K: @FILE` for a secret value. Failure (usage) if it may not be sent. The
 * error never repeats the value.
 */
export function parseForwardHeader(text: string): readonly [string, string] {
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(0, colon)).trim()
  if (!HEADER_NAME.test(name)) {
    throw new Failure('usage', texts.headerWithoutName, { next: texts.headerForm })
  }
  if (RESERVED.test(name)) {
    throw new Failure('usage', () => texts.headerReserved(name), { next: texts.headerReservedNext })
  }
  const given = text.slice(colon + 1).trim()
  const fromFile = (path: string) => decodeText(readFlagFile(path, '--forward-header')).trim()
  const value = given.startsWith('@') ? fromFile(given.slice(1)) : given
  if (value === '' || !HEADER_VALUE.test(value)) {
    throw new Failure('usage', () => texts.headerValue(name), { next: texts.headerValueNext })
  }
  return [name, value]
}

/** `--monitor [HOST:]PORT`: where the monitor listens. */
export const monitorFlag = custom<MonitorAddress>({
  description: texts.monitor(),
  helpValue: '[HOST:]PORT',
  parse: async text => {
    const [, bracketed, plain, port] = /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(text) ?? []
    if (Number(port) <= 65_535) return { host: bracketed ?? plain ?? '127.0.0.1', port: Number(port) }
    throw badValue('--monitor', { accepts: texts.somePort, text, example: texts.monitorExamples })
  },
})
