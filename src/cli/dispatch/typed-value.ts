/** The value of a flag as it was typed: after its equals sign, or the next word; undefined if there is none. */
export function typedValue(words: readonly string[], index: number): string | undefined {
  return /=(.*)/s.exec(words[index] ?? '')?.[1] ?? words[index + 1]
}
