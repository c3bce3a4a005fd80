/** Text as it is: bodies, headers, answers. */

import { isDeeperThan, MAX_NESTING } from '#contract/json-members.ts'
import { formatJson, isJsonText, parseLossless } from '#lib/json.ts'
import { CopyButton } from './command-line.tsx'

/** JSON on several lines, as on the terminal. What isn't JSON, or is nested too deep, is shown as it came. */
export function Json({ label, text }: { label: string; text: string }) {
  const canFormat = isJsonText(text) && !isDeeperThan(text, MAX_NESTING)
  return <Code {...{ label }} text={canFormat ? formatJson(parseLossless(text)).trimEnd() : text} />
}

export function Code({ label, text, canCopy = true }: { label: string; text: string; canCopy?: boolean }) {
  return (
    <figure class="code">
      <figcaption>
        <span>{label}</span>
        {canCopy && <CopyButton text={text} what={label} />}
      </figcaption>
      <pre tabindex={0}>{text}</pre>
    </figure>
  )
}
