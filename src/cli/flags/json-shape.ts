import { texts } from './texts.ts'

/** The description of a command, with what `--json` prints as its last paragraph. */
export function withJson(shape: string, description?: string): string {
  // A line of the help can end after a comma.
  const json = `JSON: ${shape.replace(/,(?=["{])/g, ', ')}`
  return description === undefined ? json : `${description}\n\n${json}`
}

export const CHARGE_JSON = texts.jsonCharge()
/** Of a command that prints nothing for programs. */
export const NO_JSON = texts.noJson()
