/** Suggests a name for one that was mistyped. */

/** How many letters may differ. */
const MAX_DISTANCE = 3

/** The name most similar to one of the typed texts; undefined if none is similar enough. */
export function nearest(names: readonly string[], ...typed: readonly string[]): string | undefined {
  return names
    .map(name => ({ name, distance: Math.min(...typed.map(each => distance(each, name))) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance)[0]?.name
}

/** The edit distance of two words (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]!
}
