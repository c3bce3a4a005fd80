/** What somebody may have meant who typed something else. */

/** How many letters may differ. */
const FAR = 3

/** The name that is nearest to what was typed, in one or several readings; undefined where none is near. */
export function nearest(names: readonly string[], ...typed: readonly string[]): string | undefined {
  return names
    .map(name => ({ name, distance: Math.min(...typed.map(each => distance(each, name))) }))
    .filter(({ distance }) => distance <= FAR)
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
