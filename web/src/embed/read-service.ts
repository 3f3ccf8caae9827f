import { ApiError } from '../api/api-error.ts'
import { reachSoon } from '../api/reach.ts'
import { dataOfResponse } from '../api/read-data.ts'
import { serviceOrigin } from '../api/service-origin.ts'
import type { OpenInvitation } from '../public/claim/check-invitation.ts'
import type { DomainPage, Name } from '../public/page-data.ts'
import { loadAccent } from './styles.ts'

/** Mainnet first. */
const chainIds = [1, 11155111]

export interface Branded<Value> {
  readonly value: Value
  readonly accent: CSSStyleSheet | undefined
  /** `#rrggbb`, of the owner; null without one. */
  readonly color: string | null
}

/** Host of the service, as visitors see it. */
export const serviceHost = new URL(serviceOrigin).host

/** The origin of this page as claims are signed for it; undefined for one without, such as a file. */
export const site = /^https?:/.test(location.origin) ? location.origin : undefined

/** The page of a domain and its accent. `chainId`: absent, the first chain that has the domain. @throws ApiError */
export function readDomain(domain: string, chainId: number | undefined): Promise<Branded<DomainPage>> {
  return firstChainWith(chainId, async (id) => {
    const query = new URLSearchParams({ chainId: `${id}`, ...(site && { site }) })
    const value = await readPage(
      `${serviceOrigin}/byname/v1/domains/${encodeURIComponent(domain)}/page?${query}`,
    )
    const { accent } = value.branding
    return { value, accent: accent === null ? undefined : await loadAccent(accent), color: accent }
  })
}

/** A name, and the accent of its domain. @throws ApiError */
export function readName(name: string, chainId: number | undefined): Promise<Branded<Name>> {
  return firstChainWith(chainId, async (id) => {
    const domain = readDomain(name.slice(name.indexOf('.') + 1), id).catch(() => undefined)
    const value = await readProfile(
      `${serviceOrigin}/byname/v1/names/${encodeURIComponent(name)}?chainId=${id}`,
    )
    const { accent, color = null } = (await domain) ?? {}
    return { value, accent, color }
  })
}

const readPage = shareReads(async (url) =>
  dataOfResponse<'/byname/v1/domains/{domain}/page'>(await reachSoon(url)),
)

const readProfile = shareReads(async (url) => dataOfResponse<'/byname/v1/names/{name}'>(await reachSoon(url)))

/** Elements that read the same at the same time share a request: a page may have hundreds of one domain. */
function shareReads<Value>(read: (url: string) => Promise<Value>): (url: string) => Promise<Value> {
  const reading = new Map<string, Promise<Value>>()
  return (url) => {
    const shared = reading.get(url) ?? read(url).finally(() => reading.delete(url))
    reading.set(url, shared)
    return shared
  }
}

async function firstChainWith<Result>(
  chainId: number | undefined,
  read: (chainId: number) => Promise<Result>,
): Promise<Result> {
  const [first = 1, ...others] = chainId === undefined ? chainIds : [chainId]
  let result = read(first)
  for (const id of others)
    result = result.catch((error) => {
      if (error instanceof ApiError && error.status === 404) return read(id)
      throw error
    })
  return result
}

/** A page of the service about a name. */
export function pageUrl(page: 'claim' | 'n', name: string, chainId: number): URL {
  const url = new URL(`/${page}/${encodeURIComponent(name)}`, serviceOrigin)
  if (chainId !== 1) url.searchParams.set('chainId', `${chainId}`)
  return url
}

/** The claim page with what is typed here. `label`: empty without one. */
export function claimPageUrl(
  { name, chainId }: Pick<DomainPage, 'name' | 'chainId'>,
  label = '',
  invitation?: OpenInvitation,
): string {
  const url = pageUrl('claim', name, chainId)
  if (label !== '') url.searchParams.set('label', label)
  if (invitation) url.hash = `#invite=${invitation.secret}`
  return url.href
}
