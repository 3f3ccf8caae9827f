import { type BatchInput, type BatchOutcome, sendBatch, sendOne } from './batch.ts'
import { type ClientContext, ofDomain, type SignedCallOptions, signedInit } from './context.ts'
import { BynameError } from './errors.ts'
import { type CallOptions, callInit, type DataOf, type InitArguments, type Reply } from './http.ts'
import { type ChainId, fromWireName, type Name, type NameWithEtag, splitName } from './name.ts'
import type { components } from './openapi-types.ts'
import { createPages, type Pages } from './pages.ts'
import { fromWireRecords, type Records, type RecordsInput, toWireRecords } from './records.ts'

export interface IssueInput {
  /** The full name: `alice.acme.eth`. */
  readonly name: string
  /** Holder of the name, and its address of coin type 60. */
  readonly owner: string
  readonly records?: RecordsInput | undefined
}

export interface PutInput extends Omit<IssueInput, 'owner'> {
  /** Absent: the present holder. */
  readonly owner?: string | undefined
}

export interface ClaimInput {
  readonly name: string
  readonly records?: RecordsInput | undefined
  /** Secret of an invitation link. */
  readonly invitation?: string | undefined
  /** A token of the wallet, where the policy counts tokens. */
  readonly tokenId?: string | undefined
}

export type ClaimOutcome =
  | { readonly state: 'issued'; readonly name: string; readonly record: Name }
  /** The owner of the domain approves or declines it: `claims.get(domain, id)`. */
  | { readonly state: 'pending'; readonly name: string; readonly id: string }

export interface ConditionalOptions extends SignedCallOptions {
  /** Entity tag of the state that the caller has read: another state is `PreconditionFailedException`. */
  readonly ifMatch?: string | undefined
}

export interface TransferOptions extends ConditionalOptions {
  /** Removes the addresses that would stay: those of other coins, and of others than the holder. */
  readonly clearOtherAddresses?: boolean | undefined
}

export interface UpdateOptions extends ConditionalOptions {
  /** Texts and addresses that are given replace all that there are. */
  readonly replace?: boolean | undefined
}

type ListPath = '/byname/v1/domains/{domain}/names'
type ListQuery = NonNullable<InitArguments<'GET', ListPath>[0]>['params']['query']

export interface ListOptions
  extends Pick<CallOptions, 'signal'>,
    Omit<ListQuery, 'chainId' | 'after' | 'count'> {}

export type Availability = DataOf<'GET', '/ens/v1/subname/available'>

export interface Resolution {
  readonly name: string
  readonly records: Records
  readonly durationMs: number
}

type HeldSubname = components['schemas']['HeldSubname']

export function createNames(context: ClientContext) {
  const { http, chainId, normalize } = context
  const withEtag = ({
    data,
    etag,
  }: Reply<HeldSubname & Partial<Pick<NameWithEtag, 'sealed'>>>): NameWithEtag => ({
    ...fromWireName(data, chainId),
    etag,
    sealed: data.sealed,
  })
  const pathOf = (name: string) => ({ path: { name: normalize(name) }, query: { chainId } })
  const inV1 = (name: string) => {
    const { label, domain } = splitName(normalize(name))
    return { username: label, ensDomain: domain, chainId }
  }
  const read = async (name: string, options?: CallOptions): Promise<NameWithEtag> =>
    withEtag(
      await http.send('GET', '/byname/v1/names/{name}', { ...callInit(options), params: pathOf(name) }),
    )
  const inV2 = (name: string) => ({ path: { subname: normalize(name) }, query: { chainId } })

  return {
    /** Issues a name with the API key, which needs the scope `names:write`. */
    issue: async ({ name, owner, records }: IssueInput, options?: CallOptions): Promise<NameWithEtag> => {
      const body = { ...inV1(name), ...toWireRecords(records, owner), overrideSignatureCheck: true }
      return withEtag(await http.send('POST', '/ens/v2/subnames', { ...callInit(options), body }))
    },

    /** Claims a name with the wallet, where the policy of the domain is open. */
    claim: async (
      { name, records, invitation, tokenId }: ClaimInput,
      options?: SignedCallOptions,
    ): Promise<ClaimOutcome> => {
      const normal = normalize(name)
      const { label, domain } = splitName(normal)
      const params = ofDomain(context, domain)
      const link =
        invitation === undefined
          ? undefined
          : await http.send('POST', '/byname/v1/domains/{domain}/invitation-links/check', {
              ...callInit({ signal: options?.signal }),
              params,
              body: { invitation },
            })
      const purpose = { action: 'claim', name: normal, invitationLinkId: link?.data.id } as const
      const body = {
        label,
        ...(records && { records: toWireRecords(records) }),
        ...(invitation !== undefined && { invitation }),
        ...(tokenId !== undefined && { tokenId }),
      }
      const init = { ...(await signedInit(context, purpose, options)), params, body }
      return toClaimOutcome(
        (await http.send('POST', '/byname/v1/domains/{domain}/claims', init)).data,
        chainId,
      )
    },

    /** A name or a reservation. @throws BynameError `SubnameNotFoundException` */
    get: read,

    /** The names of a domain. `limit`: entries of a page, 100 at most. */
    list: (domain: string, { signal, ...query }: ListOptions = {}): Pages<Name> =>
      createPages(async (after) => {
        const params = {
          ...ofDomain(context, domain),
          query: { limit: 100, ...query, chainId, ...(after !== undefined && { after }) },
        }
        const init = { ...callInit({ signal }), params }
        const { data, next } = (await http.send('GET', '/byname/v1/domains/{domain}/names', init)).data
        return { data: data.map((wire) => fromWireName(wire, chainId)), next }
      }),

    /** The names of an address, in the domains of this service or in some of them. */
    ofAddress: (
      address: string,
      { domains, signal }: { readonly domains?: readonly string[]; readonly signal?: AbortSignal } = {},
    ): Pages<Name> =>
      createPages(async (after) => {
        const query = {
          ...{ address, chainId, limit: 100 },
          ...(domains && { ensDomains: [...domains] }),
          ...(after !== undefined && { after }),
        }
        const init = { ...callInit({ signal }), params: { query } }
        const { data, pagination } = (await http.send('GET', '/ens/v2/subnames/all', init)).data
        return { data: data.map((wire) => fromWireName(wire, chainId)), next: pagination.next }
      }),

    /** Names whose labels begin with a text, then those that contain it; `ali.acme.eth` searches in acme.eth. */
    search: async (
      text: string,
      { limit = 20, signal }: { readonly limit?: number; readonly signal?: AbortSignal } = {},
    ): Promise<readonly string[]> => {
      const query = { name: text, chainId, take: limit, data: false }
      const init = { ...callInit({ signal }), params: { query } }
      const { domains } = (await http.send('GET', '/ens/v1/subname/search', init)).data
      return domains.map((entry) => (typeof entry === 'string' ? entry : entry.ens))
    },

    /** Whether a name can be issued now; if not, why, and on request up to three similar ones. */
    availability: async (
      name: string,
      { suggestions, signal }: { readonly suggestions?: number; readonly signal?: AbortSignal } = {},
    ): Promise<Availability> => {
      const query = { subname: normalize(name), chainId, ...(suggestions !== undefined && { suggestions }) }
      return (
        await http.send('GET', '/ens/v1/subname/available', { ...callInit({ signal }), params: { query } })
      ).data
    },

    /**
     * Issues a name, or changes the one that there is without its holder: with an API key that has the scope
     * `names:revoke`. Returns the entity tag of the new state.
     */
    put: async (
      { name, owner, records }: PutInput,
      { ifMatch, replace, ...options }: UpdateOptions = {},
    ): Promise<Pick<NameWithEtag, 'name' | 'etag'>> => {
      const { label, domain } = splitName(normalize(name))
      const item = { action: 'put', label, owner, records, replace, ifMatch } as const
      const result = await sendOne(context, domain, item, options)
      return { name: result?.name ?? name, etag: result?.etag ?? '' }
    },

    /**
     * Changes records: with the signature of the holder where there is a wallet, else with an API key that has the scope
     * `names:revoke`. What is not given stays; null deletes. With a key, returns the name as it is read afterwards.
     */
    update: async (
      name: string,
      records: RecordsInput,
      { ifMatch, replace, ...options }: UpdateOptions = {},
    ): Promise<NameWithEtag> => {
      if (!(options.wallet ?? context.wallet) && context.hasApiKey) {
        const { label, domain } = splitName(normalize(name))
        await sendOne(context, domain, { action: 'change', label, records, replace, ifMatch }, options)
        return read(name, { signal: options.signal })
      }
      const init = await signedInit(context, { action: 'edit' }, options, { 'if-match': ifMatch })
      const body = { ...toWireRecords(records), ...(replace !== undefined && { replace }) }
      const request = { ...init, params: inV2(name), body }
      return withEtag(await http.send('PATCH', '/ens/v2/subnames/{subname}', request))
    },

    /** Reserves a name for an address, which accepts it without another approval. Needs the API key. */
    reserve: async (
      { name, owner }: { readonly name: string; readonly owner: string },
      options?: CallOptions,
    ): Promise<NameWithEtag> => {
      const body = { ...inV1(name), ethAddress: owner }
      return withEtag(await http.send('POST', '/ens/v2/subnames/invitations', { ...callInit(options), body }))
    },

    /** Accepts a reservation with the signature of the address that it is for. */
    accept: async (
      name: string,
      records: RecordsInput = {},
      { ifMatch, ...options }: ConditionalOptions = {},
    ): Promise<NameWithEtag> => {
      const init = await signedInit(context, { action: 'edit' }, options, { 'if-match': ifMatch })
      const request = { ...init, params: inV2(name), body: toWireRecords(records) }
      return withEtag(await http.send('PATCH', '/ens/v2/subnames/invitations/{subname}', request))
    },

    /** Declines a reservation with the signature of the address that it is for. */
    reject: async (name: string, { ifMatch, ...options }: ConditionalOptions = {}): Promise<void> => {
      const init = await signedInit(context, { action: 'edit' }, options, { 'if-match': ifMatch })
      await http.send('POST', '/ens/v1/subname/reject', { ...init, body: inV1(name) })
    },

    /**
     * Gives the name to another holder, with the signature of the holder. Its EVM addresses that are the holder's become the next
     * one's; others stay unless `clearOtherAddresses`.
     */
    transfer: async (
      name: string,
      to: string,
      { ifMatch, clearOtherAddresses, ...options }: TransferOptions = {},
    ): Promise<NameWithEtag> => {
      const purpose = { action: 'transfer', name: normalize(name), to, clearOtherAddresses } as const
      const init = await signedInit(context, purpose, options, { 'if-match': ifMatch })
      const request = {
        ...init,
        params: pathOf(name),
        body: { to, ...(clearOtherAddresses && { clearOtherAddresses }) },
      }
      return withEtag(await http.send('POST', '/byname/v1/names/{name}/transfer', request))
    },

    /** Gives the name up, with the signature of the holder. Returns its last state. */
    release: async (name: string, { ifMatch, ...options }: ConditionalOptions = {}): Promise<Name> => {
      const purpose = { action: 'release', name: normalize(name) } as const
      const init = await signedInit(context, purpose, options, { 'if-match': ifMatch })
      const { data } = await http.send('DELETE', '/byname/v1/names/{name}', { ...init, params: pathOf(name) })
      return fromWireName(data, chainId)
    },

    /**
     * Takes a name back: with an API key that has the scope `names:revoke`, or with any key and the signature of the
     * holder or of the domain's controller.
     */
    revoke: async (name: string, { ifMatch, ...options }: ConditionalOptions = {}): Promise<void> => {
      const { label, domain } = splitName(normalize(name))
      await sendOne(context, domain, { action: 'revoke', label, ifMatch }, options)
    },

    /** A name as wallets resolve it, through the chain and the gateway. */
    resolve: async (name: string, options?: CallOptions): Promise<Resolution> => {
      const init = { ...callInit(options), params: pathOf(name) }
      const { ens, records, durationMs } = (
        await http.send('GET', '/byname/v1/names/{name}/resolution', init)
      ).data
      return { name: ens, records: fromWireRecords(records), durationMs }
    },

    /** The events of a name, the oldest first: with the API key. */
    history: (name: string, { signal }: { readonly signal?: AbortSignal } = {}) =>
      createPages(async (after) => {
        const query = { chainId, limit: 100, ...(after !== undefined && { after }) }
        const init = { ...callInit({ signal }), params: { ...pathOf(name), query } }
        const { data, next, isCaughtUp } = (await http.send('GET', '/byname/v1/names/{name}/history', init))
          .data
        return { data, next: isCaughtUp ? null : next }
      }),

    /** Issues, changes, reserves and revokes many names of one domain. */
    batch: (input: BatchInput, options?: SignedCallOptions): Promise<BatchOutcome> =>
      sendBatch(context, input, options),
  }
}

function toClaimOutcome(
  { state, name, id, record }: components['schemas']['ClaimOutcome'],
  chainId: ChainId,
): ClaimOutcome {
  if (record) return { state: 'issued', name, record: fromWireName(record, chainId) }
  if (id !== null) return { state: 'pending', name, id }
  throw new BynameError('UnexpectedResponse', `The claim is ${state}, without name or id.`)
}
