/** Text and bytes as they are: bodies, headers, answers. */

import type { Child } from 'hono/jsx'
import { jsonTokens } from '../json-tokens.ts'
import { texts } from '../texts.ts'
import { CopyButton } from './command-line.tsx'

/** Longer text is shown in part, so that the page stays quick. */
const MOST_SHOWN = 64 * 1024
/** With more tokens they have no colours: an element for each would keep the server busy for too long. */
const MOST_COLOURED = 3000
const MOST_BYTES = 4 * 1024
const BYTES_IN_LINE = 16

export function Code({ label, text }: { label: string; text: string }) {
  return (
    <Block {...{ label }} copy={text}>
      {text.slice(0, MOST_SHOWN)}
      {text.length > MOST_SHOWN && <Rest text={texts.moreCharacters(text.length - MOST_SHOWN)} />}
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

/** Bytes in hexadecimal, with their ASCII characters. */
export function Hex({ label, bytes }: { label: string; bytes: Uint8Array }) {
  const shown = bytes.subarray(0, MOST_BYTES)
  const starts = Array.from(
    { length: Math.ceil(shown.length / BYTES_IN_LINE) },
    (_, line) => line * BYTES_IN_LINE,
  )
  return (
    <Block {...{ label }}>
      {starts.map(start => hexLine(start, shown.subarray(start, start + BYTES_IN_LINE))).join('\n')}
      {bytes.length > MOST_BYTES && <Rest text={texts.moreBytes(bytes.length - MOST_BYTES)} />}
    </Block>
  )
}

function hexLine(start: number, bytes: Uint8Array): string {
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join(' ')
  const text = [...bytes]
    .map(byte => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
    .join('')
  return `${start.toString(16).padStart(6, '0')}  ${hex.padEnd(BYTES_IN_LINE * 3)} ${text}`
}

export function HeaderList({ headers }: { headers: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl class="headers">
      {headers.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Rest({ text }: { text: string }) {
  return <em>{`\n${text}`}</em>
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
