import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { type Listed, objectOf } from '../listings/listed-name.ts'
import { type ListingProgress, pageRequest, readPage, type ServiceListing } from '../listings/services.ts'
import { DuplicateKeyError, parseUniqueJson } from '../listings/unique-json.ts'

const pageTimeoutMs = 30_000
const maxPageBytes = 67_108_864
const attempts = 4

/** The names that a running service lists, page by page. Names that are written there meanwhile can be missed: import again. */
export async function* readNamesOfService(listing: ServiceListing): AsyncGenerator<Listed> {
  let progress: ListingProgress | undefined = { pages: 0, names: 0 }
  while (progress) {
    const { url, ...request } = pageRequest(listing, progress)
    const headers = { ...request.headers, ...(request.body && { 'content-type': 'application/json' }) }
    const page = readPage(listing, progress, await fetchPage(new Request(url, { ...request, headers })))
    if (!page) throw new OperatorError(`${url} is no list of names of ${listing.service}.`)
    yield* page.names
    progress = page.next
  }
}

/** Repeats what may succeed later; anything else is the caller's to mend. */
async function fetchPage(request: Request): Promise<unknown> {
  const { url } = request
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(request.clone(), { signal: AbortSignal.timeout(pageTimeoutMs) }).catch(
      (error: unknown) => {
        if (attempt === attempts)
          throw new OperatorError(`${url} did not respond: ${reasonOf(error)}`, { cause: error })
        return undefined
      },
    )
    if (response?.ok) return readBounded(response, url)
    const isTemporary = response === undefined || response.status === 429 || response.status >= 500
    if (!isTemporary || attempt === attempts)
      throw new OperatorError(
        `${url} responded with ${response?.status}: ${(await response?.text())?.slice(0, 300)}`,
      )
    await response?.body?.cancel()
    await delay(1000 * 2 ** attempt)
  }
}

async function readBounded(response: Response, url: string): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxPageBytes) throw new OperatorError(`A page of ${url} has more than ${maxPageBytes} bytes.`)
    chunks.push(chunk)
  }
  try {
    return parseUniqueJson(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    if (error instanceof DuplicateKeyError) throw new OperatorError(`A page of ${url}: ${error.message}`)
    throw new OperatorError(`A page of ${url} is not JSON.`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const cause = objectOf<'cause'>(error).cause
  const { message } = objectOf<'message'>(cause ?? error)
  return typeof message === 'string' ? message : `${error}`
}
