/** Single keys, from a terminal that doesn't wait for Enter and shows nothing of what is typed. */

import type { Readable } from 'node:stream'
import type { Host } from './host.ts'

export type Keyboard = Readable & { setRawMode?(on: boolean): unknown }

/** The terminal marks what is pasted (bracketed paste). */
export const MARK_PASTES = '\u001b[?2004h'
export const MARK_NO_PASTES = '\u001b[?2004l'

export const CTRL_C = '\u0003'
const CTRL_Z = '\u001a'

/** Whether single keys can be read. In the background, the system would stop the process. */
export async function canReadKeys({ stdin, env, isInForeground }: Host): Promise<boolean> {
  if (!stdin.isTTY || env.TERM === 'dumb' || !(stdin.stream as Keyboard).setRawMode) return false
  return (await isInForeground?.()) !== false
}

/**
 * Gives `read` what the terminal sends, as it comes: mostly one key. Ctrl-C is a key then, and no signal.
 *
 * @param ended called if nothing more can come
 * @returns a function that restores the terminal
 */
export function readKeys({ stdin }: Pick<Host, 'stdin'>, read: (keys: string) => void, ended = () => {}) {
  const stream = stdin.stream as Keyboard
  const listeners = {
    data: (chunk: Buffer | string) => read(Buffer.from(chunk as string).toString('latin1')),
    end: ended,
    // The terminal was closed.
    error: ended,
  }
  // If the terminal was closed, to set its mode is an error too, which must not end the process.
  stream.off('error', ignore).on('error', ignore)
  stream.setRawMode?.(true)
  for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener)
  stream.resume()
  return () => {
    for (const [event, listener] of Object.entries(listeners)) stream.off(event, listener)
    stream.pause()
    stream.setRawMode?.(false)
  }
}

function ignore(): void {}

/** While `work` runs, `pressed` gets each key. Ctrl-C and Ctrl-Z do what they do otherwise. */
export async function withKeys<Result>(
  host: Host,
  pressed: (key: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  let isOver = false
  let stop = () => {}
  const start = () => {
    stop = readKeys(host, key => {
      if (key === CTRL_C) host.interrupt?.()
      else if (key === CTRL_Z) void suspend()
      else pressed(key)
    })
  }
  const suspend = async () => {
    stop()
    await host.suspend?.()
    // In the background, reading would stop the process again.
    const canStart = await canReadKeys(host)
    if (canStart && !isOver) start()
  }
  start()
  try {
    return await work()
  } finally {
    isOver = true
    stop()
  }
}
