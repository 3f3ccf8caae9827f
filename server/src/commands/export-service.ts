import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import type { ExportSource } from './export-folder.ts'

interface RemoteExport {
  /** Where the service is; given by the user. */
  readonly url: string
  readonly domain: string
  readonly chainId: number
  readonly key: string | undefined
  readonly withHistory: boolean
  /** Where its images are, if not in `media` at its URL; given by the user. */
  readonly imagesUrl: string | undefined
}

const attempts = 4
const headersTimeoutMs = 60_000
const maxDelayMs = 60_000

/**
 * The export of another service of this software, by HTTP. Requests go to the URLs that the user gave and nowhere else: what the
 * export says about places is not followed, nor is a redirection, which would get the key.
 */
export async function openRemoteExport(remote: RemoteExport): Promise<ExportSource> {
  const { domain, chainId, key, withHistory } = remote
  const base = baseOf(remote.url)
  const query = new URLSearchParams({ chainId: `${chainId}`, ...(withHistory && { history: 'true' }) })
  const url = `${base}/byname/v1/domains/${encodeURIComponent(domain)}/export?${query}`
  const response = await request(url, key ? { 'x-api-key': key } : {})
  if (!response?.body) throw new OperatorError(`${url} responded with 404: it has no such domain.`)
  return {
    lines: Readable.fromWeb(response.body).setEncoding('utf8'),
    readImage: imagesAt(remote.imagesUrl ?? `${base}/media`),
  }
}

/** Reads images below a URL that the user gave. @throws OperatorError for what is no URL. */
export function imagesAt(url: string): ExportSource['readImage'] {
  const base = baseOf(url)
  return async (file) => {
    const image = await request(`${base}/${file}`, {})
    return image?.body ? Readable.fromWeb(image.body) : undefined
  }
}

function baseOf(text: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol)) return text.replace(/\/+$/, '')
  throw new OperatorError(`"${text}" is not the URL of a service.`)
}

/** Undefined for 404. Repeats what may succeed later. @throws OperatorError for any other response than 200. */
async function request(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response | undefined> {
  for (let attempt = 1; ; attempt++) {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), headersTimeoutMs)
    const response = await fetch(url, { headers, redirect: 'manual', signal: timeout.signal })
      .catch((error: unknown) => {
        if (attempt < attempts) return undefined
        throw new OperatorError(`${url} did not respond: ${reasonOf(error)}`, { cause: error })
      })
      .finally(() => clearTimeout(timer))
    if (response?.ok) return response
    if (response?.status === 404) return undefined
    const isTemporary = response === undefined || response.status === 429 || response.status >= 500
    if (!isTemporary || attempt === attempts)
      throw new OperatorError(
        `${url} responded with ${response?.status}: ${(await response?.text())?.slice(0, 300)}`,
      )
    await response?.body?.cancel()
    const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
    await delay(Math.min(maxDelayMs, Number.isFinite(seconds) ? seconds * 1000 : 1000 * 2 ** attempt))
  }
}

function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {}
  return cause instanceof Error ? cause.message : `${error}`
}
