import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { readDomainOfHost } from '../../core/domains/hosts.ts'
import { normalizeName, splitName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { originOfHost } from '../../model/domain-host.ts'
import { directoryPath, readDirectoryDocument } from './directory.ts'
import type { DocumentContent, DocumentRequest, Redirect } from './document-content.ts'
import { missingDocument } from './problem-document.ts'
import { readClaimDocument, readNameDocument } from './read-documents.ts'

/** What a host of a domain's owner shows: this domain, and nothing of others. */
export interface OwnHost {
  readonly domain: Pick<Domain, 'name' | 'chainId'>
  /** Base URL of the links at the host. */
  readonly baseUrl: string
}

/** Clients choose the header Host, so what is kept is bounded. Changes are seen after `ttl` milliseconds. */
const cacheOptions = { max: 1_000, ttl: 5_000 } as const

/** Takes the header Host of a request. `undefined`: it asks for the pages of this service. */
export type OwnHostLookup = (authority: string | undefined) => Promise<OwnHost | undefined>

export function createOwnHostLookup(context: Context): OwnHostLookup {
  const serviceHost = new URL(originOfHost(context.config)).hostname
  const cache = new LRUCache<string, { readonly found: OwnHost | undefined }>({
    ...cacheOptions,
    fetchMethod: async (host) => {
      const domain = await readDomainOfHost(context, host)
      return { found: domain && { domain, baseUrl: originOfHost(context.config, host) } }
    },
  })
  return async (authority) => {
    const host = authority === undefined ? undefined : URL.parse(`http://${authority}`)?.hostname
    return host === undefined || host === serviceHost ? undefined : (await cache.fetch(host))?.found
  }
}

type OwnHostRequest = Pick<DocumentRequest, 'params' | 'query' | 'urlOf'>

type ReadOwnDocument = (
  context: Context,
  domain: OwnHost['domain'],
  request: OwnHostRequest,
) => Promise<DocumentContent | Redirect>

/** The documents of an own host, by the paths of those of this service. */
const readers: Readonly<Record<string, ReadOwnDocument>> = {
  '/': async (context, domain, { urlOf }) => ({
    ...(await readClaimDocument(context, urlOf, domain)),
    path: '/',
  }),
  '/claim/:name': async (_context, domain, { params: { name = '' } }) => {
    if (normalizeName(name) !== domain.name) throw notHereError(name)
    return { redirectTo: '/' }
  },
  '/n/:name': async (context, domain, { params: { name = '' }, urlOf }) => {
    const normalized = normalizeName(name)
    if (normalized === domain.name) return { redirectTo: '/' }
    if (splitName(normalized).domain !== domain.name) throw notHereError(name)
    return readNameDocument(context, urlOf, { name: normalized, chainId: domain.chainId })
  },
  [directoryPath]: async (context, domain, request) => {
    const { name = '' } = request.params
    if (normalizeName(name) !== domain.name) return missingDocument(`/directory/${name}`)
    const query = { ...request.query, chainId: `${domain.chainId}` }
    return readDirectoryDocument(context, { ...request, query })
  },
  '/me': async ({ config }) => ({ redirectTo: `${originOfHost(config)}/me` }),
}

/** `url`: the path of the document, with its parameters unfilled. */
export async function readOwnHostDocument(
  context: Context,
  { domain }: OwnHost,
  url: string,
  request: OwnHostRequest,
): Promise<DocumentContent | Redirect> {
  const read = readers[url]
  if (!read) throw new AppError('NotFoundException', 'This host has no such page.')
  return read(context, domain, request)
}

function notHereError(name: string): AppError {
  return new AppError('NotFoundException', `${name} has no page at this host.`)
}
