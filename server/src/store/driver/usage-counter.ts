/** Counts the users of a resource, so that it can be closed after the last one. */
export class UsageCounter {
  #count = 0
  #onUnused = () => {}

  enter(): void {
    this.#count += 1
  }

  leave(): void {
    this.#count -= 1
    if (this.#count === 0) this.#onUnused()
  }

  /** Resolves when the last user has finished, immediately without users. */
  async waitUntilUnused(): Promise<void> {
    if (this.#count === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onUnused = resolve
    await promise
  }
}
