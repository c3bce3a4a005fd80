/** What is made once, when it is first asked for. */

/** The value of a thunk, made on the first call. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A function that is called once for each argument. */
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
