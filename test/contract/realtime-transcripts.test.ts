/** The realtime wire, against transcripts that were written by hand (test/vectors/realtime). */

import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { authMessage, decode, type RealtimeMessage } from '#contract/realtime.ts'

const folder = join(import.meta.dirname, '../vectors/realtime')

interface Exchange {
  frame: string
  /** What the transcript says it is. */
  is: string
  /** The text that goes with it. */
  text: string | undefined
}

function transcript(file: string): Exchange[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const found: Exchange[] = []
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('< ')) continue
    const [is, text] = [lines[index + 1]!, lines[index + 2]!]
    found.push({
      frame: line.slice(2),
      is: is.slice(2),
      text: text.startsWith('| ') ? text.slice(2) : undefined,
    })
  }
  return found
}

/** A message as transcripts say it. */
function said(message: RealtimeMessage): [is: string, text: string | undefined] {
  switch (message.kind) {
    case 'event': {
      const { sequence, type, id, event } = message
      return [`event ${sequence} ${type} ${JSON.stringify(id).slice(1, -1)}`, event]
    }
    case 'ping':
      return ['ping', message.answer]
    case 'ready':
      return ['ready', message.sequence]
    case 'error':
      return [`error ${message.about}`, message.message]
    case 'unreadable':
      return [`unreadable ${message.what}`, message.members || undefined]
    default:
      return [message.kind, undefined]
  }
}

const files = globSync('*.txt', { cwd: folder })

it.each(files)('the messages of %s are read as it says', file => {
  for (const { frame, is, text } of transcript(join(folder, file))) {
    expect(said(decode(frame)), frame).toEqual([is, text])
  }
})

describe('the transcripts', () => {
  it('are complete', () => {
    expect(files.map(file => basename(file, '.txt')).sort()).toEqual([
      ...['event-name', 'flat', 'heartbeats', 'hostile', 'name-and-kind', 'nested'],
      ...['not-understood', 'numbers', 'op', 'ready', 'refusals', 'transport-tests', 'type'],
    ])
  })

  it('authenticate as the client does', () => {
    const sent = files.flatMap(file =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter(line => line.startsWith('> ')),
    )
    const token = 'service_ws_k3J9'
    expect(new Set(sent)).toEqual(
      new Set([`> ${authMessage({ token })}`, `> ${authMessage({ token, after: '9007199254740992' })}`]),
    )
  })
})
