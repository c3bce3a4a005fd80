/** What a page says about what was just done. */

import type { Notice, OneTimeSecret } from '../sessions.ts'
import { texts } from '../texts.ts'
import { CopyLine } from './command-line.tsx'
import { QrCode } from './pix-code.tsx'

const WORDS = { ok: texts.done, warning: texts.note, error: texts.notDone }

export function NoticeBox({ kind, text }: Notice) {
  return (
    <p class={`notice ${kind}`}>
      <strong>{WORDS[kind]()}</strong> {text}
    </p>
  )
}

/** A new secret. The next load of the page doesn't have it any longer. */
export function SecretBox({ label, value, note, asQrCode = false }: OneTimeSecret) {
  return (
    <section class="secret" aria-label={texts.newSecret(label)}>
      <h2>{`${label.charAt(0).toUpperCase()}${label.slice(1)}`}</h2>
      <p>
        {texts.shownOnce()} {note ?? texts.copyNow()}
      </p>
      {asQrCode && <QrCode text={value} />}
      <CopyLine text={value} what={texts.theSecret(label)} />
      {asQrCode && (
        <a class="button" href="/">
          {texts.close()}
        </a>
      )}
    </section>
  )
}
