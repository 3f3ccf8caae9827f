interface Titled {
  readonly method: string
  /** With parameters such as `:webhookId`. */
  readonly url: string
  readonly summary: string
}

/** By method and path, the title of the operation; null for a path of no operation. */
export type OperationTitles = (method: string, path: string) => string | null

/** Of requests that were made: a fixed segment of a path goes before a parameter. HEAD is GET. */
export function createOperationTitles(routes: readonly Titled[]): OperationTitles {
  const fixed = new Map<string, string>()
  const patterns: {
    readonly method: string
    readonly segments: readonly string[]
    readonly title: string
  }[] = []
  for (const { method, url, summary } of routes)
    if (url.includes(':')) patterns.push({ method, segments: url.split('/'), title: summary })
    else fixed.set(`${method} ${url}`, summary)
  const parametersIn = (segments: readonly string[]) => segments.filter(isParameter).length
  patterns.sort((one, other) => parametersIn(one.segments) - parametersIn(other.segments))
  return (sent, path) => {
    const method = sent === 'HEAD' ? 'GET' : sent
    const segments = path.split('/')
    const matching = patterns.find(
      (pattern) => pattern.method === method && matches(pattern.segments, segments),
    )
    return fixed.get(`${method} ${path}`) ?? matching?.title ?? null
  }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false
  return pattern.every((part, index) =>
    isParameter(part) ? segments[index] !== '' : part === segments[index],
  )
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':')
}
