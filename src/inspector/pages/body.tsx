/** A body: formatted, and beside it as it came. */

import { isUtf8 } from 'node:buffer'
import { isJsonText } from '#lib/json.ts'
import { Code, Json } from '#web/components/code.tsx'
import { Empty } from '#web/components/empty.tsx'
import { Halves, Panel } from '#web/components/header.tsx'
import { texts } from './texts.ts'

/** How much of a body a page shows, in bytes. */
const MOST_SHOWN = 32 * 1024

interface BodyProps {
  /** What is kept of it; null if nothing is. */
  body: Buffer | null
  /** The length of the whole body; null if it is unknown. */
  bytes: number | null
  /** Where all that is kept can be downloaded. */
  download: string
}

export function BodyPanel({ body, bytes, download }: BodyProps) {
  if (body === null) {
    return (
      <Panel title={texts.body()} lead={texts.lengths(bytes, null, null)}>
        <Empty title={texts.bodyNotKept()} text={texts.whyNotKept()} />
      </Panel>
    )
  }
  const isCut = body.length > MOST_SHOWN
  const shown = body.subarray(0, MOST_SHOWN)
  const kept = bytes !== null && bytes > body.length ? body.length : null
  return (
    <Panel
      title={texts.body()}
      lead={texts.lengths(bytes, kept, isCut ? MOST_SHOWN : null)}
      actions={
        <a class="button plain" href={download} download>
          {texts.download()}
        </a>
      }
    >
      {body.length === 0 ? <p class="hint">{texts.bodyEmpty()}</p> : <Content {...{ shown, isCut }} />}
    </Panel>
  )
}

function Content({ shown, isCut }: { shown: Buffer; isCut: boolean }) {
  const text = shown.toString('utf8')
  const isJson = !isCut && isJsonText(text)
  // A character at the end may be cut.
  const isText = isCut || isUtf8(shown)
  return (
    <Halves>
      {isJson && <Json label={texts.formatted()} text={text} />}
      <Code label={isText ? texts.asItCame() : texts.notUtf8()} text={text} canCopy={false} />
    </Halves>
  )
}
