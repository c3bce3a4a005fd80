/** Tells the open pages that something in the sandbox has changed, so that they ask again. It doesn't say what. */

export class Changes {
  readonly #watchers = new Set<() => void>()
  #woken = false

  /**
   * Says that something has changed. Transactions are synchronous, so a watcher is called after an open one has
   * ended; many changes in one turn are one call.
   */
  changed(): void {
    if (this.#woken || this.#watchers.size === 0) return
    this.#woken = true
    queueMicrotask(() => {
      this.#woken = false
      for (const watcher of [...this.#watchers]) watcher()
    })
  }

  /** Calls `watcher` after each change, until the returned function is called. */
  watch(watcher: () => void): () => void {
    // Its own function: the same one may watch more than once.
    const own = () => watcher()
    this.#watchers.add(own)
    return () => void this.#watchers.delete(own)
  }
}
