/** What this browser keeps under a key; null without it, where something else is kept, and where it stores nothing. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Where the browser stores nothing, the next visit begins anew. */
export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Said above.
  }
}
