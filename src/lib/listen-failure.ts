/** Why a server can't listen where a flag says. */

import { Failure } from './failure.ts'
import { texts } from './texts.ts'

/**
 * The failure for an error of the system; other errors stay as they are.
 *
 * @param portFlag the flag that names the port
 * @param hostFlag the flag that names the host
 */
export function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
  portFlag: string,
  hostFlag: string,
): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Failure('usage', () => texts.portInUse(port), { next: () => texts.otherPort(portFlag) })
    case 'EACCES':
      return new Failure('usage', () => texts.portForbidden(port), { next: () => texts.highPort(portFlag) })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new Failure('usage', () => texts.notThisMachine(`${hostFlag} ${host}`), {
        next: texts.listenHosts,
      })
    default:
      return error
  }
}
