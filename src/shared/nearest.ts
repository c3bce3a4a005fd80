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

/** The edit distance of two words. Two letters that changed places count as one difference, as in `statsu`. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, replaced)
      const areSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (areSwapped) next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    before = row
    row = next
  }
  return row[b.length]!
}
