/** What a page says about what was just done. */

import type { Notice, OneTimeSecret } from '../sessions.ts'
import { CopyButton } from './command-line.tsx'

const WORDS = { ok: 'Done', warning: 'Note', error: 'Not done' } as const

export function NoticeBox({ kind, text }: Notice) {
  return (
    <p class={`notice ${kind}`}>
      <strong>{WORDS[kind]}</strong> {text}
    </p>
  )
}

/** A new secret. The next load of the page doesn't have it any longer. */
export function SecretBox({ label, value, note }: OneTimeSecret) {
  return (
    <section class="secret" aria-label={`New ${label}`}>
      <h2>{`${label.charAt(0).toUpperCase()}${label.slice(1)}`}</h2>
      <p>This is shown once. {note ?? 'Copy it now: there is no way to see it again.'}</p>
      <p class="command">
        <code>{value}</code>
        <CopyButton text={value} what={`the ${label}`} />
      </p>
    </section>
  )
}
