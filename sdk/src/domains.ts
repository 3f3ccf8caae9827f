import { type ClientContext, ofDomain } from './context.ts'
import { type CallOptions, callInit, type InitArguments } from './http.ts'
import type { components } from './openapi-types.ts'
import { createPages, type Pages } from './pages.ts'

type DomainPath = '/byname/v1/domains/{domain}'

export type Domain = components['schemas']['Domain']
export type DomainPage = components['schemas']['DomainPage']
export type DomainChanges = InitArguments<'PATCH', DomainPath>[0]['body']

/** An entity, and the entity tag of its state. */
export type WithEtag<Data> = Data & { readonly etag: string }

export interface ConditionalCallOptions extends CallOptions {
  /** Entity tag of the state that the caller has read: another state is `PreconditionFailedException`. */
  readonly ifMatch?: string | undefined
}

export function createDomains(context: ClientContext) {
  const { http, chainId } = context
  return {
    /** With a key of its workspace. */
    get: async (domain: string, options?: CallOptions): Promise<WithEtag<Domain>> => {
      const init = { ...callInit(options), params: ofDomain(context, domain) }
      const { data, etag } = await http.send('GET', '/byname/v1/domains/{domain}', init)
      return { ...data, etag }
    },

    /** Absent fields stay; null or an empty value deletes. */
    update: async (
      domain: string,
      changes: DomainChanges,
      { ifMatch, ...options }: ConditionalCallOptions = {},
    ): Promise<WithEtag<Domain>> => {
      const init = {
        ...callInit(options, { 'if-match': ifMatch }),
        params: ofDomain(context, domain),
        body: changes,
      }
      const { data, etag } = await http.send('PATCH', '/byname/v1/domains/{domain}', init)
      return { ...data, etag }
    },

    /** What a visitor may know: branding, images, whether names can be claimed. Needs no key. */
    page: async (domain: string, options?: CallOptions): Promise<DomainPage> =>
      (
        await http.send('GET', '/byname/v1/domains/{domain}/page', {
          ...callInit(options),
          params: ofDomain(context, domain),
        })
      ).data,

    /** The domains that the key may write to. */
    ofKey: async (options?: CallOptions): Promise<readonly string[]> => {
      const { domains } = (await http.send('GET', '/ens/v1/ens/api-key', callInit(options))).data
      return domains.filter((domain) => domain.chainId === chainId).map(({ ens }) => ens)
    },

    /** Domains whose names can be claimed, now or later. */
    open: ({ signal }: Pick<CallOptions, 'signal'> = {}): Pages<DomainPage> =>
      createPages(async (after) => {
        const query = { chainId, limit: 100, ...(after !== undefined && { after }) }
        const init = { ...callInit({ signal }), params: { query } }
        return (await http.send('GET', '/byname/v1/open-domains', init)).data
      }),
  }
}
