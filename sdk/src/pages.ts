export interface Page<Entry> {
  readonly data: readonly Entry[]
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null
}

/** A list of the service: `for await` reads entry by entry, a page at a time and only as far as the loop goes. */
export interface Pages<Entry> extends AsyncIterable<Entry> {
  /** One page, for interfaces that show pages. `after`: absent for the first. */
  readonly page: (after?: string) => Promise<Page<Entry>>
  readonly toArray: () => Promise<Entry[]>
}

export function createPages<Entry>(page: (after?: string) => Promise<Page<Entry>>): Pages<Entry> {
  async function* entries() {
    let after: string | undefined
    do {
      const { data, next }: Page<Entry> = await page(after)
      yield* data
      after = next ?? undefined
    } while (after)
  }
  return {
    page,
    [Symbol.asyncIterator]: entries,
    toArray: async () => {
      const all: Entry[] = []
      for await (const entry of entries()) all.push(entry)
      return all
    },
  }
}
