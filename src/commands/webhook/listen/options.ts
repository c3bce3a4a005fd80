/** The flags of `webhook listen`, and their checked values. */

import { string } from '@oclif/core/flags'
import type { InferredFlags } from '@oclif/core/interfaces'
import { inboxFlag, logFormatFlag, secretFileFlag, toleranceFlag, wholeNumber } from '#cli/flags/flags.ts'
import { forwardFlags, forwardOptions, monitorFlag, targetFlag } from '#cli/flags/forwarding.ts'
import { checkHost, MAX_PORT, readTls, servingFlags } from '#cli/flags/serving.ts'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { INSPECTOR_PORT } from '../shared/inspector.ts'
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
  ...servingFlags(),
  path: string({ description: texts.pathFlag(), helpValue: '/PATH', default: '/' }),
  ...forwardFlags,
  'forward-to': targetFlag('delivery'),
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

/** The path, percent-encoded as in requests. */
function checkPath(text: string): string {
  if (!text.startsWith('/') || /[?#]/.test(text)) {
    throw badValue('--path', { accepts: texts.aPath, text, example: '--path /webhooks' })
  }
  return new URL(`http://host${text}`).pathname
}
