import { type ClientContext, ofDomain } from './context.ts'
import { type CallOptions, callInit, type InitArguments } from './http.ts'
import type { components } from './openapi-types.ts'
import { createPages, type Pages } from './pages.ts'

type Links = '/byname/v1/domains/{domain}/invitation-links'

export type Invitation = components['schemas']['InvitationLink']
/** With its `secret` and `url`, which are shown once. */
export type NewInvitation = components['schemas']['NewInvitationLink']
export type InvitationInput = InitArguments<'POST', Links>[0]['body']
export type InvitationsInput = InitArguments<'POST', `${Links}/batch`>[0]['body']

/** Links by which a wallet may claim a name, where claims are closed too. */
export function createInvitations(context: ClientContext) {
  const { http, chainId } = context
  return {
    create: async (
      domain: string,
      input: InvitationInput = {},
      options?: CallOptions,
    ): Promise<NewInvitation> => {
      const init = { ...callInit(options), params: ofDomain(context, domain), body: input }
      return (await http.send('POST', '/byname/v1/domains/{domain}/invitation-links', init)).data
    },

    /** `count` links, or one for each of `items`. */
    createMany: async (
      domain: string,
      input: InvitationsInput,
      options?: CallOptions,
    ): Promise<readonly NewInvitation[]> => {
      const init = { ...callInit(options), params: ofDomain(context, domain), body: input }
      return (await http.send('POST', '/byname/v1/domains/{domain}/invitation-links/batch', init)).data.links
    },

    list: (
      domain: string,
      { isOpen, signal }: { readonly isOpen?: boolean; readonly signal?: AbortSignal } = {},
    ): Pages<Invitation> =>
      createPages(async (after) => {
        const query = {
          ...{ chainId, limit: 100 },
          ...(isOpen !== undefined && { isOpen }),
          ...(after !== undefined && { after }),
        }
        const init = { ...callInit({ signal }), params: { ...ofDomain(context, domain), query } }
        return (await http.send('GET', '/byname/v1/domains/{domain}/invitation-links', init)).data
      }),

    get: async (domain: string, linkId: string, options?: CallOptions): Promise<Invitation> => {
      const init = { ...callInit(options), params: ofDomain(context, domain, { linkId }) }
      return (await http.send('GET', '/byname/v1/domains/{domain}/invitation-links/{linkId}', init)).data
    },

    revoke: async (domain: string, linkId: string, options?: CallOptions): Promise<Invitation> => {
      const init = { ...callInit(options), params: ofDomain(context, domain, { linkId }) }
      return (await http.send('DELETE', '/byname/v1/domains/{domain}/invitation-links/{linkId}', init)).data
    },

    /** What a secret still allows. Needs no key. */
    check: async (domain: string, secret: string, options?: CallOptions) => {
      const init = { ...callInit(options), params: ofDomain(context, domain), body: { invitation: secret } }
      return (await http.send('POST', '/byname/v1/domains/{domain}/invitation-links/check', init)).data
    },
  }
}
