/**
 * Notices that the reader of a pipe has gone, without writing to it (docs/decisions/command-line.md). Linux only: there,
 * poll(2) reports an error for a pipe that nobody can read any more, and only a handle that reads is polled by Node.
 */

import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { Socket } from 'node:net'

type TcpHandle = { open(fd: number): number }
type TcpBinding = { TCP: new (type: number) => TcpHandle; constants: { SOCKET: number } }

/** Calls `gone` when nobody reads stdout any more. Does nothing where that can't be found out. */
export function watchReader(gone: () => void): void {
  try {
    if (process.platform !== 'linux' || !fstatSync(1).isFIFO()) return
    const handle = pollingHandle()
    if (!handle) return
    const socket = new Socket({ handle } as object)
    // Nothing can be read here, so reading fails, but only when poll has reported something.
    socket.on('error', gone)
    socket.resume()
    socket.unref()
  } catch {
    // Without /proc, or if the pipe belongs to another user: the next write notices it.
  }
}

/**
 * A handle that reads, on stdout's pipe. Node makes only handles that write for the writing end of a pipe. A TCP handle
 * doesn't look at what it is given. The file is opened again, because Node polls a file once only, and so that the mode
 * of stdout stays as it is.
 */
function pollingHandle(): TcpHandle | undefined {
  const { binding } = process as unknown as { binding(name: 'tcp_wrap'): TcpBinding }
  const { TCP, constants: types } = binding.call(process, 'tcp_wrap')
  const handle = new TCP(types.SOCKET)
  const fd = openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK)
  if (handle.open(fd) === 0) return handle
  closeSync(fd)
  return undefined
}
