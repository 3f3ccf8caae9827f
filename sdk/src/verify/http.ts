import { VerifyError } from './error.ts'

/** What other hosts may cost. */
export interface HttpLimits {
  readonly fetch: typeof fetch
  /** Of one request; all of a name have four times as long. */
  readonly timeoutMs: number
  /** Of one response. */
  readonly maxBytes: number
  /** Whether a URL may be asked; by default those of https. */
  readonly isAllowed: (url: URL) => boolean
  readonly signal: AbortSignal
  /** How errors call a URL; absent: by the whole of it, which of a node may be a secret. */
  readonly nameOf?: (url: URL) => string
}

const maxRedirects = 3

/**
 * The JSON of a response with status 200, after three redirects at most, each to a URL that is allowed.
 * @throws VerifyError `NoAnswer`.
 */
export async function fetchJson(url: string, init: RequestInit, limits: HttpLimits): Promise<unknown> {
  const signal = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeoutMs)])
  let target = parseUrl(url)
  const { nameOf = ({ href }) => href } = limits
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      if (!limits.isAllowed(target))
        throw new VerifyError('NoAnswer', `${nameOf(target)} is not a URL that may be asked.`)
      const response = await limits.fetch(target.href, {
        ...init,
        signal,
        redirect: 'manual',
        credentials: 'omit',
      })
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel()
        target = parseUrl(location, target.href)
        continue
      }
      return await readJson(response, { host: nameOf(target), maxBytes: limits.maxBytes })
    }
  } catch (error) {
    if (error instanceof VerifyError) throw error
    throw new VerifyError('NoAnswer', `${nameOf(target)} did not answer: ${sentenceOf(error)}.`, {
      cause: error,
    })
  }
  throw new VerifyError('NoAnswer', `${nameOf(target)} leads through more than ${maxRedirects} redirects.`)
}

function parseUrl(text: string, base?: string): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  if (!url || text.length > 64_000) throw new VerifyError('NoAnswer', `"${text.slice(0, 200)}" is not a URL.`)
  return url
}

interface Expected {
  /** As errors call it. */
  readonly host: string
  readonly maxBytes: number
}

async function readJson(response: Response, { host, maxBytes }: Expected): Promise<unknown> {
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new VerifyError('NoAnswer', `${host} answered with status ${response.status}.`)
  }
  const text = await readText(response, maxBytes)
  if (text === undefined)
    throw new VerifyError('NoAnswer', `${host} answered with more than ${maxBytes} bytes.`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new VerifyError('NoAnswer', `${host} answered with something else than JSON.`, { cause: error })
  }
}

async function readText({ body }: Response, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let [text, size] = ['', 0]
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length
    if (size > maxBytes) {
      await reader?.cancel()
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
