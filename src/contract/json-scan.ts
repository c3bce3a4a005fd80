/** Finding one's way in the text of JSON without parsing it, in time in proportion to its length. */

/** Where the first character that isn't white space stands. */
export function skipSpace(json: string, from: number): number {
  let at = from
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at++
  return at
}

/** Where the string ends whose opening quote stands at `start`: behind its closing quote, or with the text. */
export function stringEnd(json: string, start: number): number {
  let at = json.indexOf('"', start + 1)
  while (at !== -1 && isEscaped(json, at)) at = json.indexOf('"', at + 1)
  return at === -1 ? json.length : at + 1
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(json: string, at: number): boolean {
  let first = at
  while (json[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}
