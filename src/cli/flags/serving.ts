/** Where a command's own server listens, and how it is reached by HTTPS. */

import { resolve } from 'node:path'
import { string } from '@oclif/core/flags'
import { Certificate } from '#lib/certificate.ts'
import { Failure } from '#lib/failure.ts'
import { readFlagFile } from './forwarding.ts'
import { texts } from './texts.ts'

export const MAX_PORT = 65_535

const DEFAULT_HOST = '127.0.0.1'

/** @param dependsOn the flag without which there is no server */
export function servingFlags(dependsOn: string[] = []) {
  return {
    host: string({
      description: texts.hostFlag(),
      helpValue: 'ADDRESS',
      dependsOn,
      defaultHelp: async () => DEFAULT_HOST,
    }),
    'tls-cert': string({ description: texts.certFlag(), helpValue: 'FILE', dependsOn }),
    'tls-key': string({ description: texts.keyFlag(), helpValue: 'FILE', dependsOn }),
  }
}

/** An empty host (from an unset variable, for example) would mean all addresses of this machine. */
export function checkHost(host = DEFAULT_HOST): string {
  if (host !== '') return host
  throw new Failure('usage', texts.hostEmpty, { next: texts.leaveHostOut })
}

/** The certificate and its key. Failure (usage) if only one is given, or if they can't be used. */
export async function readTls(cert: string | undefined, key: string | undefined) {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    throw new Failure('usage', texts.tlsTogether, { next: texts.giveBothOrNone })
  }
  const pem = { cert: readFlagFile(cert, '--tls-cert'), key: readFlagFile(key, '--tls-key') }
  try {
    return await Certificate.create(resolve(cert), resolve(key), pem)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Failure('usage', () => texts.tlsNotValid(code ?? message), { next: texts.givePem })
  }
}
