/** `charges watch` for a person: the screen of the counter, or lines where a terminal can't show one. */

import { Writable } from 'node:stream'
import { endOf } from '#charges/watching/day.ts'
import type { Flags } from '#cli/context/context.ts'
import type { Host, OutputStream } from '#cli/host/host.ts'
import { hint, hintLines } from '#cli/output/hints.ts'
import { escapeControls } from '#lib/escape.ts'
import { type Followed, unfinishedOf } from '../followed.ts'
import { totalTexts } from './list.ts'
import { Screen } from './screen.ts'
import { nameOfCreation, type State } from './state.ts'
import { canFillWindow } from './terminal.ts'
import { texts } from './texts.ts'
import { printLines } from './without-redraw.ts'

/**
 * Runs until the person ends it. Stopped at Ctrl-C and signals, otherwise the Failure that ends the watch.
 *
 * @param follow begins to follow the charges, on the host that it is given
 */
export async function showScreen(
  host: Host,
  flags: Flags & { 'no-bell'?: boolean | undefined },
  follow: (host: Host) => Promise<Followed>,
): Promise<void> {
  const bell = flags['no-bell'] !== true
  // The lines of --debug would go over the screen.
  const debugsHere = flags.debug === true && host.stderr.isTTY === true
  if (debugsHere || !(await canFillWindow(host))) return printLines(await follow(host), bell)
  const stop = new AbortController()
  let early: string | null = null
  let say = (line: string) => {
    early = line
  }
  const followed = await follow({
    ...host,
    signal: AbortSignal.any([host.signal, stop.signal]),
    stderr: host.stderr.isTTY === true ? lineStream(line => say(line)) : host.stderr,
  })
  const left = (await unfinishedOf(followed.context))()
  const note = early ?? (left && (() => hint(left, host)))
  const screen = new Screen({ ...followed, stop, bell, note })
  say = line => screen.say(line)
  try {
    await screen.run()
  } finally {
    await sayEnd(followed, screen.state, host)
  }
}

/** A stream that gives what is written to it, line by line. */
function lineStream(give: (line: string) => void): OutputStream {
  return new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      const line = String(text).trim()
      if (line !== '') give(line)
      done()
    },
  })
}

/** What stays in the normal window. */
async function sayEnd({ context }: Followed, state: State, host: Host): Promise<void> {
  const { out } = context
  const left = (await unfinishedOf(context))()
  const lines = [
    ...(state.hearing === null ? [] : totalTexts(state)),
    ...state.creations.map(creation => `${texts.creations[endOf(creation)]()}: ${nameOfCreation(creation)}`),
    ...(left ? hintLines(left, host, out.columns) : []),
  ]
  out.end(lines.map(line => `${escapeControls(line)}\n`).join(''))
}
