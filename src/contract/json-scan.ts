/** Scans JSON text without parsing it, in time in proportion to its length. */

/** The position of the first character that isn't white space. */
export function skipSpace(json: string, from: number): number {
  let at = from
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at++
  return at
}

/** The end of the string whose opening quote is at `start`: after its closing quote, or the end of the text. */
export function stringEnd(json: string, start: number): number {
  let at = json.indexOf('"', start + 1)
  while (at !== -1 && isEscaped(json, at)) at = json.indexOf('"', at + 1)
  return at === -1 ? json.length : at + 1
}

/** Whether an odd number of backslashes comes before `at`. */
function isEscaped(json: string, at: number): boolean {
  let first = at
  while (json[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}
