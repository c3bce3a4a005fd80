/** The forwarding flags of `webhook listen` and `events tail`. */

import { boolean, string } from '@oclif/core/flags'
import { checkTarget } from '../cli/context/addresses.ts'
import { seconds } from '../cli/flags/flags.ts'
import { readInputFile } from '../shared/input-file.ts'
import { parseForwardHeader } from './target-headers.ts'

const DEFAULT_FORWARD_TIMEOUT_S = 15

export const targetFlag = (what: string) =>
  string({
    description: `forward each ${what}, until a 2xx, to a URL, host:port/path or a port on this machine`,
    helpValue: 'URL',
  })

export const forwardFlags = {
  'forward-to': targetFlag('event'),
  'forward-header': string({
    description: 'an extra header to send; put a secret value in a file',
    helpValue: "'K: V'|'K: @FILE'",
    multiple: true,
    dependsOn: ['forward-to'],
  }),
  'forward-timeout': seconds({
    description: `how many seconds to wait for the target, ${DEFAULT_FORWARD_TIMEOUT_S} by default`,
    helpValue: 'SECONDS',
    dependsOn: ['forward-to'],
  }),
  'forward-insecure': boolean({
    description: 'accept any certificate from the target',
    dependsOn: ['forward-to'],
  }),
}

export interface ForwardFlags {
  'forward-to'?: string | undefined
  'forward-header'?: string[] | undefined
  'forward-timeout'?: number | undefined
  'forward-insecure'?: boolean | undefined
}

export interface ForwardOptions {
  to: string
  extraHeaders: (readonly [string, string])[]
  timeoutMs: number
  insecure: boolean
}

/** The checked flags; undefined without `--forward-to`. Failure (usage) if a value is not valid. */
export function forwardOptions(flags: ForwardFlags): ForwardOptions | undefined {
  const target = flags['forward-to']
  if (target === undefined) return undefined
  const headers = flags['forward-header'] ?? []
  return {
    to: checkTarget(target, '--forward-to'),
    extraHeaders: headers.map(text =>
      parseForwardHeader(text, path => readFlagFile(path, '--forward-header').toString('utf8')),
    ),
    timeoutMs: (flags['forward-timeout'] ?? DEFAULT_FORWARD_TIMEOUT_S) * 1000,
    insecure: flags['forward-insecure'] === true,
  }
}

/** The content of the file given with a flag. Failure (usage) if it can't be read. */
export function readFlagFile(path: string, flag: string): Buffer {
  return readInputFile(path, 'check its path and its permissions', `${path}, of ${flag},`)
}
