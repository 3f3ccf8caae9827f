import { type ClientContext, ofDomain } from './context.ts'
import type { ConditionalCallOptions, WithEtag } from './domains.ts'
import { type CallOptions, callInit, definedOf, type InitArguments } from './http.ts'
import { splitName } from './name.ts'
import type { components } from './openapi-types.ts'
import { createPages, type Pages } from './pages.ts'

type PolicyPath = '/byname/v1/domains/{domain}/policy'

export type Policy = components['schemas']['Policy']
export type PolicyChanges = InitArguments<'PATCH', PolicyPath>[0]['body']

export interface PolicyCheckInput {
  readonly name: string
  /** The wallet that would claim; absent: rules about wallets are left out. */
  readonly address?: string | undefined
  readonly tokenId?: string | undefined
  readonly invitation?: string | undefined
}

export function createPolicies(context: ClientContext) {
  const { http, chainId, normalize } = context
  return {
    get: async (domain: string, options?: CallOptions): Promise<WithEtag<Policy>> => {
      const init = { ...callInit(options), params: ofDomain(context, domain) }
      const { data, etag } = await http.send('GET', '/byname/v1/domains/{domain}/policy', init)
      return { ...data, etag }
    },

    /** Absent fields stay; null resets. */
    update: async (
      domain: string,
      changes: PolicyChanges,
      { ifMatch, ...options }: ConditionalCallOptions = {},
    ): Promise<WithEtag<Policy>> => {
      const init = {
        ...callInit(options, { 'if-match': ifMatch }),
        params: ofDomain(context, domain),
        body: changes,
      }
      const { data, etag } = await http.send('PATCH', '/byname/v1/domains/{domain}/policy', init)
      return { ...data, etag }
    },

    /** Whether a wallet could claim the name now, and which rule refuses it. Needs no key. */
    check: async ({ name, ...wallet }: PolicyCheckInput, options?: CallOptions) => {
      const { label, domain } = splitName(normalize(name))
      const init = {
        ...callInit(options),
        params: ofDomain(context, domain),
        body: { label, ...definedOf(wallet) },
      }
      return (await http.send('POST', '/byname/v1/domains/{domain}/policy/check', init)).data
    },

    /** Wallets that may claim, where the policy `isAllowListed`. */
    allowList: (domain: string, { signal }: Pick<CallOptions, 'signal'> = {}): Pages<string> =>
      createPages(async (after) => {
        const query = { chainId, limit: 1000, ...(after !== undefined && { after }) }
        const init = { ...callInit({ signal }), params: { ...ofDomain(context, domain), query } }
        return (await http.send('GET', '/byname/v1/domains/{domain}/allow-list', init)).data
      }),
  }
}
