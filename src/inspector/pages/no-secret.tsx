import { suggest } from '#lib/suggestion.ts'
import { CommandLine } from '#web/components/command-line.tsx'
import type { Parts } from '../inspector.ts'

/** What is missing, and the command that gives a signing secret. */
export function NoSecret({ parts, text }: { parts: Parts; text: string }) {
  const login = suggest('auth login', { flags: { kind: 'webhook-secret' } })
  return (
    <>
      <p>{text}</p>
      <CommandLine command={parts.options.commandText(login)} />
    </>
  )
}
