import { type ClientContext, ofDomain, type SignedCallOptions, signedInit } from './context.ts'
import { type CallOptions, callInit } from './http.ts'
import { fromWireName, type Name } from './name.ts'
import type { components } from './openapi-types.ts'
import { createPages, type Pages } from './pages.ts'

export type Claim = components['schemas']['Claim']
export type OwnClaim = components['schemas']['OwnClaim']
export type ClaimState = components['schemas']['ClaimState']

export interface DecisionOptions extends CallOptions {
  /** To the claimant: one line of at most 500 characters. */
  readonly comment?: string
}

/** Claims that wait for approval, or have waited. `names.claim` makes them. */
export function createClaims(context: ClientContext) {
  const { http, chainId, normalize } = context
  const decisionInit = (domain: string, claimId: string, { comment, ...options }: DecisionOptions = {}) => ({
    ...callInit(options),
    params: ofDomain(context, domain, { claimId }),
    ...(comment && { body: { comment } }),
  })
  return {
    /** The oldest first, with their records; of `decided`, the one that was decided last. */
    list: (
      domain: string,
      {
        state,
        signal,
      }: { readonly state?: ClaimState['state'] | 'decided'; readonly signal?: AbortSignal } = {},
    ): Pages<Claim> =>
      createPages(async (after) => {
        const query = {
          ...{ chainId, limit: 100 },
          ...(state && { state }),
          ...(after !== undefined && { after }),
        }
        const init = { ...callInit({ signal }), params: { ...ofDomain(context, domain), query } }
        return (await http.send('GET', '/byname/v1/domains/{domain}/claims', init)).data
      }),

    /** Those of a wallet, with its signature, the newest first. `domain`: only its claims. */
    own: ({ domain, ...options }: SignedCallOptions & { readonly domain?: string } = {}): Pages<OwnClaim> => {
      // One signature for all pages.
      let signed: ReturnType<typeof signedInit> | undefined
      return createPages(async (after) => {
        signed ??= signedInit(context, { action: 'read-claims' }, options)
        const query = {
          ...{ chainId, limit: 100 },
          ...(domain && { domain: normalize(domain) }),
          ...(after !== undefined && { after }),
        }
        return (await http.send('GET', '/byname/v1/claims', { ...(await signed), params: { query } })).data
      })
    },

    /** Needs no key. */
    get: async (domain: string, claimId: string, options?: CallOptions): Promise<ClaimState> => {
      const init = { ...callInit(options), params: ofDomain(context, domain, { claimId }) }
      return (await http.send('GET', '/byname/v1/domains/{domain}/claims/{claimId}', init)).data
    },

    /** Issues the name. */
    approve: async (domain: string, claimId: string, options?: DecisionOptions): Promise<Name> => {
      const init = decisionInit(domain, claimId, options)
      const path = '/byname/v1/domains/{domain}/claims/{claimId}/approve'
      return fromWireName((await http.send('POST', path, init)).data, chainId)
    },

    /** Frees the label. */
    decline: async (domain: string, claimId: string, options?: DecisionOptions): Promise<ClaimState> => {
      const init = decisionInit(domain, claimId, options)
      return (await http.send('POST', '/byname/v1/domains/{domain}/claims/{claimId}/decline', init)).data
    },

    /** Frees the label, with the signature of the wallet that has claimed. */
    withdraw: async (domain: string, claimId: string, options?: SignedCallOptions): Promise<ClaimState> => {
      const init = await signedInit(context, { action: 'withdraw-claim', claimId }, options)
      const request = { ...init, params: ofDomain(context, domain, { claimId }) }
      return (await http.send('DELETE', '/byname/v1/domains/{domain}/claims/{claimId}', request)).data
    },
  }
}
