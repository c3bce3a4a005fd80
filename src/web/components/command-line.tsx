/** Text to copy: commands, ids, codes. */

import { texts } from '../texts.ts'

/** A command to run, with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  return <CopyLine text={command} what={texts.theCommand()} />
}

/** A line of text in a box, with a button that copies it. */
export function CopyLine({ text, what }: { text: string; what: string }) {
  return (
    <p class="command">
      <code>
        <Words text={text} />
      </code>
      <CopyButton text={text} what={what} />
    </p>
  )
}

/** Text in which no flag such as `--to` is broken after its hyphens. */
export function Words({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/(--[\w-]+)/)
        .map((part, index) => (index % 2 === 0 ? part : <span class="whole">{part}</span>))}
    </>
  )
}

/** Without scripts it isn't shown: the text can be selected. `what` completes `Copy …` for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <button type="button" class="copy" data-copy={text} aria-label={texts.copyWhat(what)}>
      {texts.copy()}
    </button>
  )
}

/** An id or another short code, in one piece, with a button that copies it. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span class="copyable">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  )
}
