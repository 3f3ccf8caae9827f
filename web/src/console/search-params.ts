/** Values stay the text that they are in the URL: a label of digits is no number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const params = new URLSearchParams(entries.map(([key, value]) => [key, `${value}`]))
  return params.size > 0 ? `?${params}` : ''
}
