import { createWallet } from '../../support/credentials/signed-headers.ts'

export const domain = 'demo.eth'
export const address = createWallet().address
export const notAuthorized = 'You are not authorized to use this endpoint'
const keyError = `key error - ${notAuthorized}`

export interface Sent {
  readonly body?: unknown
  /** Absent: with the scopes names:revoke and domains:write. */
  readonly key?: 'none' | 'unknown' | 'admin' | 'issuing'
  readonly network?: string
}

/** A request that is refused, and how: the order of the checks is that of the other service. */
export type Row = readonly [title: string, endpoint: string, sent: Sent, status: number, body: unknown]

export function error(text: string) {
  return { error: text }
}

const requests: readonly Row[] = [
  ['set-name without a domain', 'set-name', { body: {}, key: 'none' }, 400, error('Missing domain')],
  ['set-name without a body', 'set-name', { key: 'none' }, 400, error('Missing domain')],
  ['set-name with a list as its body', 'set-name', { body: [], key: 'none' }, 400, error('Missing domain')],
  ['set-name without a name', 'set-name', { body: { domain }, key: 'none' }, 400, error('Missing name')],
  ['set-name with an empty name', 'set-name', { body: { domain, name: '' } }, 400, error('Missing name')],
  [
    'set-name without a key, before its form',
    'set-name',
    { body: { domain, name: 'a b' }, key: 'none' },
    401,
    error(notAuthorized),
  ],
  [
    'set-name with an unknown key',
    'set-name',
    { body: { domain, name: 'a' }, key: 'unknown' },
    401,
    error(notAuthorized),
  ],
  [
    'set-name of an unknown domain',
    'set-name',
    { body: { domain: 'unknown.eth', name: 'a' } },
    401,
    error(notAuthorized),
  ],
  [
    'set-name of an unknown domain with an admin key',
    'set-name',
    { body: { domain: 'unknown.eth', name: 'a' }, key: 'admin' },
    400,
    error('Domain does not exist'),
  ],
  [
    'set-name with a name without a normal form',
    'set-name',
    { body: { domain, name: 'a b', contenthash: 'x' } },
    400,
    error('Invalid ens name'),
  ],
  ['set-name with two labels', 'set-name', { body: { domain, name: 'a.b' } }, 400, error('Invalid ens name')],
  [
    'set-name with a wrong content hash',
    'set-name',
    { body: { domain, name: 'a', contenthash: 'x' } },
    400,
    error('Invalid contenthash'),
  ],
  [
    'set-name with a content hash of another type',
    'set-name',
    { body: { domain, name: 'a', contenthash: { a: 1 } } },
    400,
    error('Invalid contenthash'),
  ],
  [
    'set-name with a list of texts',
    'set-name',
    { body: { domain, name: 'a', text_records: [] } },
    400,
    error('text_records: is not an object of texts'),
  ],
  [
    'set-name with an object as a text',
    'set-name',
    { body: { domain, name: 'a', text_records: { url: {} } } },
    400,
    error('text_records: "url" is not text'),
  ],
  [
    'set-name with a coin by its name',
    'set-name',
    { body: { domain, name: 'a', coin_types: { eth: address } } },
    400,
    error('coin_types: "eth" is not a coin type, which is a whole number as text'),
  ],
  [
    'set-name with a number as its address',
    'set-name',
    { body: { domain, name: 'a', address: 1 } },
    400,
    error('address: is not text'),
  ],
  [
    'set-name at another network',
    'set-name',
    { body: {}, network: 'public_v2' },
    400,
    error('Invalid network'),
  ],
  [
    'claim-name without an address',
    'claim-name',
    { body: { domain, name: '' }, key: 'none' },
    400,
    error('Missing address'),
  ],
  [
    'claim-name without a name',
    'claim-name',
    { body: { domain, address }, key: 'none' },
    400,
    error('Missing name'),
  ],
  [
    'claim-name with a wrong form, before its key',
    'claim-name',
    { body: { domain, address, name: 'a b' }, key: 'none' },
    400,
    error('Invalid ens name'),
  ],
  [
    'claim-name without a key',
    'claim-name',
    { body: { domain, address, name: 'a' }, key: 'none' },
    401,
    error(notAuthorized),
  ],
  ['delete-name without a domain', 'delete-name', { body: {}, key: 'none' }, 400, error('Missing domain')],
  [
    'delete-name without a name',
    'delete-name',
    { body: { domain }, key: 'none' },
    400,
    error('Missing name'),
  ],
  [
    'delete-name without a key',
    'delete-name',
    { body: { domain, name: 'none' }, key: 'none' },
    401,
    error(notAuthorized),
  ],
  [
    'delete-name of an absent name',
    'delete-name',
    { body: { domain, name: 'none' } },
    400,
    error('Name does not exist'),
  ],
  [
    'delete-name of what is no name',
    'delete-name',
    { body: { domain, name: 'a b' } },
    400,
    error('Name does not exist'),
  ],
  [
    'revoke-name is the same',
    'revoke-name',
    { body: { domain, name: 'none' } },
    400,
    error('Name does not exist'),
  ],
  [
    'set-names without names',
    'set-names',
    { body: { domain } },
    400,
    error('Missing names array or empty array'),
  ],
  [
    'set-names with an empty list',
    'set-names',
    { body: { domain, names: [] } },
    400,
    error('Missing names array or empty array'),
  ],
  [
    'set-names with an entry without a name',
    'set-names',
    { body: { domain, names: [{ name: 'a' }, null] } },
    400,
    error('Missing name in names array at index 1'),
  ],
  [
    'set-names with a wrong form',
    'set-names',
    { body: { domain, names: [{ name: 'a' }, { name: 'b c' }] } },
    400,
    error('Invalid ens name at index 1: b c'),
  ],
  [
    'set-names with a wrong domain',
    'set-names',
    { body: { domain: 'a b.eth', names: [{ name: 'a' }] }, key: 'admin' },
    400,
    error('Invalid domain ens name'),
  ],
  [
    'set-names with too many',
    'set-names',
    { body: { domain, names: Array.from({ length: 51 }, () => ({ name: 'a' })) } },
    400,
    error('Please set 50 or less names at once.'),
  ],
  ['set-domain without a domain', 'set-domain', { body: {}, key: 'none' }, 400, error('Missing domain')],
  ['set-domain without a key', 'set-domain', { body: { domain }, key: 'none' }, 401, error(notAuthorized)],
  [
    'set-domain with a key that may not',
    'set-domain',
    { body: { domain }, key: 'issuing' },
    401,
    error(notAuthorized),
  ],
  [
    'set-domain with a wrong form',
    'set-domain',
    { body: { domain: 'a b.eth' } },
    400,
    error('Invalid ens name'),
  ],
  [
    'set-domain of an unknown domain',
    'set-domain',
    { body: { domain: 'unknown.eth' } },
    400,
    error('Domain does not exist. Please use /enable-domain.'),
  ],
  [
    'set-domain with a wrong content hash',
    'set-domain',
    { body: { domain, contenthash: 'x' } },
    400,
    error('Invalid contenthash'),
  ],
  ['get-domain without a domain', 'get-domain', {}, 400, { message: 'Missing required parameters' }],
  [
    'get-domain of an unknown domain, before its key',
    'get-domain?domain=unknown.eth',
    { key: 'none' },
    400,
    error('Domain does not exist'),
  ],
  ['get-domain without a key', 'get-domain?domain=demo.eth', { key: 'none' }, 401, error(keyError)],
  ['search-names without a domain', 'search-names', { key: 'none' }, 400, error('Missing domain')],
  [
    'search-names without a name',
    'search-names?domain=demo.eth',
    { key: 'none' },
    400,
    error('Missing name'),
  ],
  [
    'search-names of an unknown domain',
    'search-names?domain=unknown.eth&name=a',
    { key: 'none' },
    400,
    error('Domain does not exist'),
  ],
  [
    'search-names without a key',
    'search-names?domain=demo.eth&name=a',
    { key: 'none' },
    401,
    error(keyError),
  ],
  [
    'search-names with a wrong limit',
    'search-names?domain=demo.eth&name=a&limit=x',
    {},
    400,
    error('Invalid limit parameter'),
  ],
  [
    'get-names with an unknown key',
    'get-names?domain=demo.eth',
    { key: 'unknown' },
    401,
    error('Unauthorized'),
  ],
  [
    'get-names of an unknown domain',
    'get-names?domain=unknown.eth',
    { key: 'none' },
    400,
    error('Domain does not exist'),
  ],
  ['get-names of nothing', 'get-names', { key: 'none' }, 400, error('Missing domain')],
  [
    'get-names with NaN as its limit',
    'get-names?domain=demo.eth&limit=NaN',
    {},
    400,
    error('Invalid limit parameter'),
  ],
  [
    'get-names with a fraction as its offset',
    'get-names?domain=demo.eth&offset=-1.5',
    {},
    400,
    error('Invalid offset parameter'),
  ],
  [
    'get-names with an offset beyond what is passed over',
    'get-names?domain=demo.eth&offset=1000001',
    {},
    400,
    error('This page is too far from the start of its list: at most 1,000,000 entries can be passed over.'),
  ],
  ['get-names of an address that is not one', 'get-names?domain=demo.eth&address=0x1', {}, 200, []],
  ['get-siwe-message without an address', 'get-siwe-message', { key: 'none' }, 400, error('Missing address')],
  [
    'get-siwe-message of no wallet',
    'get-siwe-message?address=alice',
    { key: 'none' },
    400,
    error('Invalid wallet address'),
  ],
  [
    'enable-domain without parameters',
    'enable-domain',
    { body: { domain: 'new.eth' }, key: 'none' },
    400,
    error('Missing parameters'),
  ],
]

export const enabling = { company_name: 'Acme', email: 'a@a.example', address, signature: '0x00' }
const onboarding: readonly Row[] = [
  [
    'enable-domain without a key',
    'enable-domain',
    { body: { ...enabling, domain: 'new.eth' }, key: 'none' },
    401,
    error(notAuthorized),
  ],
  [
    'enable-domain with a key that may not',
    'enable-domain',
    { body: { ...enabling, domain: 'new.eth' }, key: 'issuing' },
    401,
    error(notAuthorized),
  ],
  [
    'enable-domain of what is no name',
    'enable-domain',
    { body: { ...enabling, domain: 'a b.eth' } },
    400,
    error('Invalid ens domain'),
  ],
  [
    'enable-domain of three labels',
    'enable-domain',
    { body: { ...enabling, domain: 'a.b.eth' } },
    400,
    error('Invalid domain -- must be top level'),
  ],
  ...Object.keys({ ...enabling, domain }).map(
    (name): Row => [
      `enable-domain without ${name}`,
      'enable-domain',
      { body: { ...enabling, domain: 'a.b.eth', [name]: '' } },
      400,
      error('Missing parameters'),
    ],
  ),
]

export const refusals: readonly Row[] = [...requests, ...onboarding]
