/** What a crawler has found below an address. */
export interface Crawl {
  /** Paths of the HTML documents. */
  readonly documents: readonly string[]
  /** Links without a target, with the document that has them. */
  readonly broken: readonly string[]
  /** Texts of the documents by their path. */
  readonly texts: ReadonlyMap<string, string>
}

const reference = /\s(?:href|src|data-search)="([^"]*)"/g
const identifier = /\sid="([^"]*)"/g

/** Follows every link and anchor of the documents below `start`, and fetches what else they name at its origin once. */
export async function crawl(start: string): Promise<Crawl> {
  const { origin } = new URL(start)
  const texts = new Map<string, string>()
  const links: (readonly [from: string, to: URL])[] = []
  const missing = new Set<string>()
  const seen = new Set([start])
  const queue = [start]
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    const response = await fetch(url)
    const text = await response.text()
    if (response.status !== 200) missing.add(url)
    if (!url.startsWith(start) || !response.headers.get('content-type')?.startsWith('text/html')) continue
    texts.set(url.slice(origin.length), text)
    for (const [, href = ''] of text.matchAll(reference)) {
      const target = new URL(href, url)
      if (target.origin !== origin) continue
      links.push([url, target])
      const document = target.href.replace(/#.*/, '')
      if (!seen.has(document)) queue.push(document)
      seen.add(document)
    }
  }
  const anchors = new Map(Array.from(texts, ([path, text]) => [path, anchorsOf(text)]))
  const broken = links.filter(
    ([, { href, hash, pathname }]) =>
      missing.has(href.replace(/#.*/, '')) ||
      (hash !== '' && !anchors.get(pathname)?.has(decodeURIComponent(hash.slice(1)))),
  )
  return {
    documents: [...texts.keys()],
    texts,
    broken: broken.map(([from, { href }]) => `${from}: ${href}`),
  }
}

function anchorsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(identifier), ([, id = '']) => id))
}
