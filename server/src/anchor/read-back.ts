import { setTimeout as delay } from 'node:timers/promises'
import { OutboundError } from '../rpc/outbound/error.ts'
import type { OutboundResponse, SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import type { PublishedFile } from './targets/target.ts'

/** As a client waits at most, milliseconds. */
const timeoutMs = 10_000

/** A host of files may show a new one some seconds later. */
const retryDelaysMs = [1_000, 4_000] as const

interface ReadBack {
  readonly fetch: SsrfSafeFetch
  /** Below which the files are. */
  readonly url: string
  readonly signal: AbortSignal
}

/** Fetches a file as an app in a browser does. Returns what such a client would stumble over; undefined: nothing. */
export async function readBack(
  { fetch, url, signal }: ReadBack,
  { name, text }: Pick<PublishedFile, 'name' | 'text'>,
): Promise<string | undefined> {
  for (const waitMs of [...retryDelaysMs, undefined]) {
    const problem = await fetch({
      url: `${url}/${name}`,
      method: 'GET',
      headers: { origin: 'https://app.example' },
      maxBytes: Buffer.byteLength(text) + 1,
      timeoutMs,
      signal,
    })
      .then((response) => problemOf(response, text))
      .catch((error: unknown) => {
        if (error instanceof OutboundError) return error.message
        throw error
      })
    if (problem === undefined || waitMs === undefined) return problem && `${url}/${name} ${problem}`
    await delay(waitMs, undefined, { signal })
  }
  return undefined
}

function problemOf(response: OutboundResponse, text: string): string | undefined {
  const { status, body, contentType = 'none', allowOrigin = 'none' } = response
  if (status !== 200) return `returned the status ${status}`
  if (body !== text) return 'returned other bytes than were put there'
  if (!/^application\/json\b/.test(contentType))
    return `returned the content type ${shorten(contentType)}, and clients need application/json`
  if (allowOrigin !== '*')
    return `returned the header access-control-allow-origin ${shorten(allowOrigin)}, and apps in browsers need *`
  return undefined
}

function shorten(text: string): string {
  return text.slice(0, 60)
}
