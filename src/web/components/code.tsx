/** Text as it is: bodies, headers, answers. */

import type { Child } from 'hono/jsx'
import { jsonTokens } from '../json-tokens.ts'
import { texts } from '../texts.ts'
import { CopyButton } from './command-line.tsx'

/** Longer text is shown in part, so that the page stays quick. */
const MOST_SHOWN = 64 * 1024
/** With more tokens they have no colours: an element for each would keep the server busy for too long. */
const MOST_COLOURED = 3000

export function Code({ label, text }: { label: string; text: string }) {
  return (
    <Block {...{ label }} copy={text}>
      {text.slice(0, MOST_SHOWN)}
      {text.length > MOST_SHOWN && <em>{`\n${texts.moreCharacters(text.length - MOST_SHOWN)}`}</em>}
    </Block>
  )
}

/** JSON on several lines. Every value keeps the characters that it has. What isn't JSON is shown as it came. */
export function Json({ label, text }: { label: string; text: string }) {
  const tokens = text.length > MOST_SHOWN ? null : jsonTokens(text)
  if (!tokens) return <Code {...{ label, text }} />
  const formatted = tokens.map(token => token.text).join('')
  if (tokens.length > MOST_COLOURED) return <Code {...{ label }} text={formatted} />
  return (
    <Block {...{ label }} copy={formatted}>
      {tokens.map(({ kind, text }) => (kind === 'mark' ? text : <span class={`json-${kind}`}>{text}</span>))}
    </Block>
  )
}

/** A box of text with a label; `copy` is what its button copies. */
export function Block({ label, copy, children }: { label: string; copy?: string; children?: Child }) {
  return (
    <figure class="code">
      <figcaption>
        <span>{label}</span>
        {copy !== undefined && <CopyButton text={copy} what={label} />}
      </figcaption>
      <pre tabindex={0}>{children}</pre>
    </figure>
  )
}
