/** The description of a command as its help has it: with what `--json` prints. The build reads it, not a run. */

import { OUTPUT_SHAPES } from '#contract/generated/output-shapes.ts'
import type { BaseCommand } from '../../base-command.ts'
import { texts } from './texts.ts'

type Described = Pick<typeof BaseCommand, 'description' | 'json' | 'outputs'>

/** In the language in which the command was loaded. Its last paragraph is what `--json` prints. */
export function describedWithJson({ description, json, outputs }: Described): string {
  const [first] = outputs
  const text =
    json ?? (first === undefined ? texts.noJson() : isCharge(first) ? texts.jsonCharge() : `{${first}}`)
  const withShapes = text.replaceAll(
    /\{([a-z-]+)\}/g,
    (_, name: keyof typeof OUTPUT_SHAPES) => OUTPUT_SHAPES[name],
  )
  // A line of the help can end after a comma.
  const paragraph = `JSON: ${withShapes.replaceAll(/,(?=["{])/g, ', ')}`
  return description === undefined ? paragraph : `${description}\n\n${paragraph}`
}

/** Too long to be listed, and described with the service. */
function isCharge(output: string): boolean {
  return output === 'charge' || output === 'charge-confirm'
}
