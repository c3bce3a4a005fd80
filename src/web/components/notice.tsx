/** What a page says about what was just done. */

import type { Notice, OneTimeSecret } from '../sessions.ts'
import { texts } from '../texts.ts'
import { CopyLine } from './command-line.tsx'

const WORDS = { ok: texts.done, warning: texts.note, error: texts.notDone }

export function NoticeBox({ kind, text }: Notice) {
  return (
    <p class={`notice ${kind}`}>
      <strong>{WORDS[kind]()}</strong> {text}
    </p>
  )
}

/** A new secret. The next load of the page doesn't have it any longer. */
export function SecretBox({ label, value, note }: OneTimeSecret) {
  return (
    <section class="secret" aria-label={texts.newSecret(label)}>
      <h2>{`${label.charAt(0).toUpperCase()}${label.slice(1)}`}</h2>
      <p>
        {texts.shownOnce()} {note ?? texts.copyNow()}
      </p>
      <CopyLine text={value} what={texts.theSecret(label)} />
    </section>
  )
}
