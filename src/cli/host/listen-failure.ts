/** Why a server can't listen where a flag says. */

import { Failure } from '../../shared/failure.ts'

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
      return new Failure('usage', `port ${port} is in use`, {
        next: `choose another port with ${portFlag}, or any with ${portFlag} 0`,
      })
    case 'EACCES':
      return new Failure('usage', `port ${port} needs permissions that this user doesn't have`, {
        next: `choose a port from 1024 up with ${portFlag}`,
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new Failure('usage', `${hostFlag} ${host} is not an address of this machine`, {
        next: 'leave it out for 127.0.0.1, or use 0.0.0.0 for all',
      })
    default:
      return error
  }
}
