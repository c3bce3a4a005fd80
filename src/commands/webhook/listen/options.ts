/** The flags of `webhook listen`, and their checked values. */

import { string } from '@oclif/core/flags'
import type { InferredFlags } from '@oclif/core/interfaces'
import { inboxFlag, logFormatFlag, secretFileFlag, toleranceFlag, wholeNumber } from '#cli/flags/flags.ts'
import { forwardFlags, forwardOptions, monitorFlag, readFlagFile, targetFlag } from '#cli/flags/forwarding.ts'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import type { Endpoint } from '#events/listen/engine.ts'
import { Failure } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { INSPECTOR_PORT, MAX_PORT } from '../shared/inspector.ts'
import { texts } from './texts.ts'

export const DEFAULT_PORT = 4242
const MAX_NUMBER = 999_999_999

export const listenFlags = {
  port: wholeNumber({
    description: texts.portFlag(),
    helpValue: 'N',
    default: DEFAULT_PORT,
    min: 0,
    max: MAX_PORT,
  }),
  host: string({ description: texts.hostFlag(), helpValue: 'ADDRESS', default: '127.0.0.1' }),
  path: string({ description: texts.pathFlag(), helpValue: '/PATH', default: '/' }),
  ...forwardFlags,
  'forward-to': targetFlag('delivery'),
  'tls-cert': string({ description: texts.certFlag(), helpValue: 'FILE' }),
  'tls-key': string({ description: texts.keyFlag(), helpValue: 'FILE' }),
  tolerance: toleranceFlag(texts.toleranceFlag()),
  'secret-file': secretFileFlag,
  inbox: inboxFlag,
  inspect: wholeNumber({
    description: texts.inspectFlag(INSPECTOR_PORT),
    helpValue: '[PORT]',
    min: 0,
    max: MAX_PORT,
  }),
  max: wholeNumber({ description: texts.maxFlag(), helpValue: 'N', min: 1, max: MAX_NUMBER }),
  monitor: monitorFlag(),
  'log-format': logFormatFlag,
}

export type ListenFlags = InferredFlags<typeof listenFlags>

/** The checked values. Failure (usage) if one is not valid. */
export async function listenOptions(flags: ListenFlags) {
  return {
    port: flags.port,
    address: checkHost(flags.host),
    path: checkPath(flags.path),
    tls: await readTls(flags['tls-cert'], flags['tls-key']),
    toleranceMs: flags.tolerance ?? SIGNATURE_TOLERANCE_MS,
    max: flags.max ?? Number.POSITIVE_INFINITY,
    forward: forwardOptions(flags),
    monitor: flags.monitor,
    secretFile: flags['secret-file'],
  }
}

/** An empty host (from an unset variable, for example) would mean all addresses of this machine. */
function checkHost(host: string): string {
  if (host !== '') return host
  throw new Failure('usage', texts.hostEmpty, { next: texts.leaveHostOut })
}

/** The path, percent-encoded as in requests. */
function checkPath(text: string): string {
  if (!text.startsWith('/') || /[?#]/.test(text)) {
    throw badValue('--path', { accepts: texts.aPath, text, example: '--path /webhooks' })
  }
  return new URL(`http://host${text}`).pathname
}

async function readTls(cert: string | undefined, key: string | undefined): Promise<Endpoint['tls']> {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    throw new Failure('usage', texts.tlsTogether, { next: texts.giveBothOrNone })
  }
  const tls = { cert: readFlagFile(cert, '--tls-cert'), key: readFlagFile(key, '--tls-key') }
  const { createSecureContext } = await import('node:tls')
  try {
    createSecureContext(tls)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Failure('usage', () => texts.tlsNotValid(code ?? message), { next: texts.givePem })
  }
  return tls
}
