import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { type Listed, type ListingOptions, objectOf } from '../listings/listed-name.ts'
import { entriesOf, readersOfServices, type ServiceName } from './import-source.ts'

export interface ServiceListing extends ListingOptions {
  readonly service: ServiceName
  /** Where the API of the service is, without its own path. */
  readonly url: string
  readonly chainId: number
  /** Absent: the names that it shows without a key. */
  readonly key?: string | undefined
}

const pageTimeoutMs = 30_000
const maxPageBytes = 67_108_864
const attempts = 4

interface Progress {
  /** Pages that were read. */
  readonly pages: number
  /** Names that were read. */
  readonly names: number
}

interface PagedService {
  readonly request: (listing: ServiceListing, progress: Progress) => Request
  /** After this page; services may give fewer names than a request asks for. */
  readonly isLast: (page: unknown, progress: Progress) => boolean
}

const pagedServices: Readonly<Record<ServiceName, PagedService>> = {
  namestone: {
    request: ({ url, domain, chainId, key }, { names }) => {
      const path = chainId === 1 ? 'public_v1' : 'public_v1_sepolia'
      const base = /\/public_v1(_sepolia)?$/.test(url) ? url : `${url}/api/${path}`
      const query = new URLSearchParams({ domain, limit: '1000', offset: `${names}` })
      return new Request(`${base}/get-names?${query}`, { headers: key ? { authorization: key } : {} })
    },
    isLast: () => false,
  },
  namespace: {
    request: ({ url, domain, key }, { pages }) =>
      new Request(`${url}/api/v1/subnames/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { 'x-auth-token': key }) },
        body: JSON.stringify({ parentName: domain, page: pages + 1, size: 100 }),
      }),
    isLast: (page, { names }) => names >= Number(objectOf<'totalItems'>(page).totalItems),
  },
  justaname: {
    request: ({ url, domain, chainId, key }, { pages }) => {
      const query = { ensDomain: domain, chainId: `${chainId}`, page: `${pages + 1}`, limit: '100' }
      const headers = key ? { 'x-api-key': key } : {}
      return new Request(`${url}/ens/v1/subname/ens?${new URLSearchParams(query)}`, { headers })
    },
    isLast: (page) => {
      const { data } = objectOf<'data'>(objectOf<'result'>(page).result)
      const { pagination } = objectOf<'pagination'>(data)
      return objectOf<'hasNextPage'>(pagination).hasNextPage === false
    },
  },
}

/** The names that a running service lists, page by page. Names that are written there meanwhile can be missed: import again. */
export async function* readNamesOfService(listing: ServiceListing): AsyncGenerator<Listed> {
  const read = readersOfServices[listing.service]
  const { request, isLast } = pagedServices[listing.service]
  const base = { ...listing, url: listing.url.replace(/\/+$/, '') }
  let progress: Progress = { pages: 0, names: 0 }
  for (;;) {
    const next = request(base, progress)
    const page = await fetchPage(next)
    const entries = entriesOf(page)
    if (!entries) throw new OperatorError(`${next.url} is no list of names of ${listing.service}.`)
    for (const [index, entry] of entries.entries()) yield read(entry, progress.names + index + 1, listing)
    progress = { pages: progress.pages + 1, names: progress.names + entries.length }
    if (entries.length === 0 || isLast(page, progress)) return
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
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    throw new OperatorError(`A page of ${url} is not JSON.`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const cause = objectOf<'cause'>(error).cause
  const { message } = objectOf<'message'>(cause ?? error)
  return typeof message === 'string' ? message : `${error}`
}
