interface Page<Entry> {
  readonly data: readonly Entry[]
  readonly next: string | null
}

/** Of a list that has few entries. `after`: absent for the first page. */
export async function allPages<Entry>(
  read: (query: { readonly limit: 100; readonly after?: string }) => Promise<Page<Entry>>,
): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  let next: string | null = null
  do {
    const page: Page<Entry> = await read({ limit: 100, ...(next !== null && { after: next }) })
    entries.push(...page.data)
    next = page.next
  } while (next !== null)
  return entries
}
