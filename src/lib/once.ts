/** Values that are created once, when they are first needed. */

/** A function that calls `make` on the first call and then returns the same value. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The same, with one value for each key. */
export function memoized<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, { value: T }>()
  return key => {
    let known = made.get(key)
    if (!known) {
      known = { value: make(key) }
      made.set(key, known)
    }
    return known.value
  }
}
