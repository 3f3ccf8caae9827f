/**
 * The interface as its specification declares it, row by row, and the further requests of existing clients. Nothing
 * here is derived from the code: it is what the code is compared with.
 */

/**
 * The credentials of an operation. `key` and `admin` are the header x-api-key; `signature` is x-address, x-message and
 * x-signature; with `key, signature` both, where `key, signature?` lets a caller override the second, and `key,
 * signature or admin` takes an admin key in place of both. `key?`: a key may be absent. `payment`: none with an RPC
 * URL, else a payment.
 */
export type AuthRequirement =
  | 'none'
  | 'key'
  | 'key?'
  | 'admin'
  | 'signature'
  | 'key, signature'
  | 'key, signature?'
  | 'key, signature or admin'
  | 'payment'

export interface Parameter {
  /** `anything`: the specification declares a generic object. */
  readonly type: 'string' | 'number' | 'boolean' | 'strings' | 'anything'
  readonly required?: true
  readonly default?: unknown
  readonly maximum?: number
  readonly values?: readonly string[]
}

export type Parameters = Readonly<Record<string, Parameter>>

/** One row of the specification's tables. Path parameters are in braces; each is a string. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly auth: AuthRequirement
  readonly query: Parameters
  /** Beyond those of the credentials; all are optional. */
  readonly headers?: readonly string[]
  readonly body: 'none' | 'optional' | 'required'
  readonly status: 200 | 201
}

export type Details = Partial<Pick<Endpoint, 'auth' | 'query' | 'headers' | 'status' | 'body'>>

function get(path: string, auth: AuthRequirement, query: Parameters = {}): Endpoint {
  return {
    method: 'GET',
    path,
    auth,
    query,
    body: 'none',
    status: 200,
  }
}

function write(method: Endpoint['method']) {
  return (path: string, auth: AuthRequirement, details: Details = {}): Endpoint => ({
    method,
    path,
    auth,
    query: {},
    body: 'required',
    status: 200,
    ...details,
  })
}

const post = write('POST')
const patch = write('PATCH')
const remove = write('DELETE')

export const string: Parameter = { type: 'string' }
export const number: Parameter = { type: 'number' }
export const boolean: Parameter = { type: 'boolean' }
const strings: Parameter = { type: 'strings' }
export const anything: Parameter = { type: 'anything' }
function required(parameter: Parameter): Parameter {
  return { ...parameter, required: true }
}

const chainId = required(number)
const name = { subname: required(string), chainId }
const page: Parameter = { ...number, default: 1 }
const limit: Parameter = { ...number, default: 20 }
export const bounded: Parameter = { ...limit, maximum: 100 }
const created = { status: 201 } as const

const mApps = [
  post('/ens/v1/mapp/permission/add', 'none', created),
  post('/ens/v1/mapp/field/append', 'signature', created),
  post('/ens/v1/mapp/permission/revoke', 'none', created),
]

const challenges = [
  post('/ens/v1/siwe/request-challenge', 'none', created),
  post('/ens/v1/siwe/mapp/add-permission', 'none', created),
  post('/ens/v1/siwe/mapp/append-field', 'none', created),
  post('/ens/v1/siwe/mapp/revoke-permission', 'none', created),
  post('/ens/v1/siwe/verify-message', 'none', created),
  post('/ens/v2/siwe/challenges', 'none'),
  post('/ens/v2/siwe/verify', 'none'),
]

const domains = [
  post('/ens/v1/ens/add', 'key'),
  post('/ens/v1/ens/update-user-chosen-limit', 'key'),
  post('/ens/v1/ens/remove-user-chosen-limit', 'key'),
  post('/ens/v1/ens/delete', 'key', created),
  post('/ens/v1/ens/update-ens-is-blocked', 'admin', created),
  post('/ens/v1/ens/upload-to-cdn', 'key', { query: { ensId: required(string) }, body: 'none', status: 201 }),
  post('/ens/v1/ens/update-workspace-id', 'key'),
  get('/ens/v1/ens', 'admin'),
  get('/ens/v1/ens/id/{id}', 'key'),
  get('/ens/v1/ens/workspace/{workspaceId}', 'key'),
  get('/ens/v1/ens/admin/workspace/{workspaceId}', 'admin'),
  get('/ens/v1/ens/check/resolver/{ensDomain}/{offchainResolverId}', 'none'),
  post('/ens/v1/ens/expiry', 'none'),
  get('/ens/v1/ens/subscription/{ensId}', 'key'),
  get('/ens/v1/ens/workspaceId', 'key', { ensId: required(string) }),
  get('/ens/v1/ens/api-key', 'key'),
]

const resolvers = [
  get('/ens/v1/offchain-resolvers', 'none'),
  get('/ens/v1/offchain-resolvers/{id}', 'none'),
  get('/ens/v2/offchain-resolvers/criteria', 'none', {
    page,
    limit: bounded,
    orderBy: { ...string, values: ['createdAt', 'subnameCount'] },
    orderDirection: { ...string, values: ['asc', 'desc'] },
    id: string,
    resolverAddress: string,
    ensRegistryAddress: string,
    chainId: number,
    environment: anything,
  }),
  post('/ens/v1/offchain-resolvers/update', 'admin'),
]

const v1Writes = [
  post('/ens/v1/subname/add', 'key, signature?'),
  post('/ens/v1/subname/accept', 'signature'),
  post('/ens/v1/subname/reject', 'signature'),
  post('/ens/v1/subname/update', 'signature'),
  post('/ens/v1/subname/reserve', 'key'),
  post('/ens/v1/subname/admin-reserve', 'admin'),
  post('/ens/v1/subname/admin-name-evm-contract', 'admin'),
  post('/ens/v1/subname/revoke', 'key, signature'),
  post('/ens/v1/subname/admin-revoke', 'admin'),
  post('/ens/v1/subname/upload-to-cdn', 'signature', {
    query: { ens: required(string) },
    body: 'none',
    status: 201,
  }),
]

const v1Reads = [
  get('/ens/v1/subname/subname', 'none', name),
  get('/ens/v1/subname/ens', 'none', {
    ensDomain: required(string),
    chainId,
    page,
    limit,
    isClaimed: boolean,
  }),
  get('/ens/v1/subname/address', 'none', {
    address: required(string),
    chainId,
    isClaimed: boolean,
    ensDomains: strings,
    coinType: anything,
  }),
  get('/ens/v1/subname/records', 'none', { ens: required(string), providerUrl: required(string) }),
  get('/ens/v1/subname/count', 'none'),
  get('/ens/v1/subname/available', 'none', name),
  get('/ens/v1/subname/search', 'none', {
    name: required(string),
    chainId,
    skip: required(anything),
    take: required(anything),
    data: required(anything),
    ensRegistered: required(anything),
  }),
  get('/ens/v1/subname/ens-list', 'none', { chainId, page, limit, orderBy: string, orderDirection: string }),
]

const listing: Parameters = {
  page,
  limit: bounded,
  orderBy: string,
  orderDirection: { ...string, values: ['asc', 'desc'] },
  chainId,
  search: string,
  workspaceId: string,
  ensDomains: strings,
  address: string,
  coinType: number,
  isClaimed: { ...boolean, default: true },
}

const v2Operations = [
  get('/ens/v2/subname', 'none', name),
  get('/ens/v2/subnames', 'none', name),
  get('/ens/v2/subname/all', 'none', listing),
  get('/ens/v2/subnames/all', 'none', listing),
  post('/ens/v2/subnames', 'key, signature?'),
  get('/ens/v2/subnames/records', 'none', { ens: required(string), providerUrl: required(string) }),
  patch('/ens/v2/subnames/{subname}', 'signature', { query: { chainId } }),
  post('/ens/v2/subnames/invitations', 'key'),
  patch('/ens/v2/subnames/invitations/{subname}', 'signature', { query: { chainId } }),
  remove('/ens/v2/subnames/invitations/{subname}', 'key, signature', {
    query: { chainId },
    body: 'optional',
  }),
]

const headers = ['x-rpc-url']

const resolution = [
  { ...get('/ens/v2/resolve', 'payment', { ens: required(strings), rpcUrl: string }), headers },
]

/** Every row of the specification. */
export const specified: readonly Endpoint[] = [
  ...mApps,
  ...challenges,
  ...domains,
  ...resolvers,
  ...v1Writes,
  ...v1Reads,
  ...v2Operations,
  ...resolution,
]

/** Operations that existing clients call though the specification does not list them. */
export const undocumentedButUsed: readonly Endpoint[] = [
  get('/ens/v1/primary-name/address', 'none', { address: required(string), chainId }),
  get('/ens/v1/primary-name/name-hash', 'none', { nameHash: required(string), chainId }),
  post('/ens/v1/primary-name/set-primary-name', 'signature'),
  {
    ...get('/ens/v2/reverse', 'none', {
      address: required(strings),
      coinType: number,
      rpcUrl: string,
      records: boolean,
    }),
    headers,
  },
  get('/ens/v2/pricing', 'none'),
  get('/.well-known/x402.json', 'none'),
]
