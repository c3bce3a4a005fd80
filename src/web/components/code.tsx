/** Text as it is: bodies, headers, answers. */

import type { Child } from 'hono/jsx'
import { isDeeperThan, MAX_NESTING } from '#contract/json-members.ts'
import { formatJson, isJsonText, parseLossless } from '#lib/json.ts'
import { CopyButton } from './command-line.tsx'

export function Code({ label, text }: { label: string; text: string }) {
  return (
    <Block {...{ label }} copy={text}>
      {text}
    </Block>
  )
}

/** JSON on several lines, as on the terminal. What isn't JSON, or is nested too deep, is shown as it came. */
export function Json({ label, text }: { label: string; text: string }) {
  const canFormat = isJsonText(text) && !isDeeperThan(text, MAX_NESTING)
  return <Code {...{ label }} text={canFormat ? formatJson(parseLossless(text)).trimEnd() : text} />
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
