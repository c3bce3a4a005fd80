/** The keys of a terminal, and the text that is pasted into it, which is never keys. */

import { createInterface, emitKeypressEvents, type Key as ReadlineKey } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { Keyboard } from '#cli/host/keys.ts'
import { type Key, MOST_TYPED } from './keys.ts'

/** How long the rest of an arrow key may take after its Escape: a person's own Escape waits for that. */
const ESCAPE_MS = 100

export interface KeyboardEvents {
  key(key: Key): void
  /** Text with its line breaks, cut if it is longer than a field can be. */
  pasted(text: string): void
}

/**
 * Gives each key. What the terminal marks as pasted is given as text, and so is text of several characters in one read,
 * for terminals that don't mark.
 *
 * @returns a function that ends it
 */
export function readKeyboard(keyboard: Keyboard, on: KeyboardEvents): () => void {
  let read: Key[] = []
  /** What has come since the mark of a paste. */
  let marked: string | null = null

  const endRead = () => {
    const keys = read
    read = []
    const isPasted = keys.length > 1 || keys[0]?.name === 'paste-end'
    if (isPasted && keys.some(isText)) on.pasted(keys.map(({ text = '' }) => text).join(''))
    else keys.forEach(on.key)
  }

  const listener = (text: string | undefined, { name, ctrl, meta }: ReadlineKey) => {
    const key: Key = { name, ctrl, meta, text }
    const isEnd = name === 'paste-end'
    if (name === 'paste-start') marked = ''
    else if (marked !== null && !isEnd && !(ctrl && name === 'c')) {
      if (isText(key)) marked = (marked + text).slice(0, MOST_TYPED)
    } else {
      // Node emits the keys of one read in one turn.
      if (read.length === 0) queueMicrotask(endRead)
      // What follows in that read is no key either: pasted text may contain the mark of its end.
      read.push(isEnd ? { name, text: marked ?? '' } : key)
      if (isEnd) marked = null
    }
  }

  // Node takes that time only from an interface; this one reads nothing.
  emitKeypressEvents(keyboard, createInterface({ input: new PassThrough(), escapeCodeTimeout: ESCAPE_MS }))
  keyboard.on('keypress', listener)
  return () => void keyboard.off('keypress', listener)
}

/** Whether it can be a part of a text; Enter and Tab can. */
function isText({ name, ctrl, meta, text }: Key): boolean {
  return text !== undefined && !ctrl && !meta && name !== 'backspace'
}
