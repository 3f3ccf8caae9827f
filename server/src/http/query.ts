/**
 * Parses a query as clients write it: a parameter that is repeated is a list; `name[]`, in which many HTTP clients write
 * a list, is `name`; an empty parameter is an absent one.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const values = new Map<string, string[]>()
  for (const [key, value] of new URLSearchParams(text)) {
    if (value === '') continue
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    const list = values.get(name)
    if (list) list.push(value)
    else values.set(name, [value])
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? list.join() : list]))
}
