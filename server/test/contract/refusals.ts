import { createApiKey } from '../../src/core/api-keys/create.ts'
import { createWorkspace } from '../../src/core/workspaces/create.ts'
import type { ErrorName } from '../../src/errors.ts'
import type { TestSandbox } from '../support/sandbox.ts'
import { type MessageFields, newWallet, signedHeaders } from '../support/signed-headers.ts'
import type { Scene } from './scene.ts'

export type Headers = Readonly<Record<string, string>>

/** Keys that are refused, each for its own reason. */
export interface RefusedKeys {
  readonly expired: string
  /** For pages of another origin than the one that `spoil` sends. */
  readonly bound: string
  readonly ofOtherWorkspace: string
  /** Of the right workspace, limited to demo.eth on Sepolia. */
  readonly ofOtherChain: string
  /** A good one, which is no admin key. */
  readonly plain: string
}

/** Something that is wrong with the credentials of a request. */
export interface Refusal {
  readonly answer: `${401 | 403} ${ErrorName}`
  /** Takes the headers of a valid request and gives those that are wrong. */
  readonly spoil: (valid: Headers, keys: RefusedKeys, scene: Scene) => Headers | Promise<Headers>
  /** Milliseconds between signing and sending; absent: none. */
  readonly later?: number
}

const without = (name: string) => (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))

const withHeader = (name: string, value: string) => (headers: Headers) => ({ ...headers, [name]: value })

const withKey =
  (name: keyof RefusedKeys, more: Headers = {}): Refusal['spoil'] =>
  (headers, keys) => ({ ...headers, 'x-api-key': keys[name], ...more })

/** Of every API key, an admin key included. */
const anyKey = {
  'no key': { answer: '401 InvalidApiKeyException', spoil: without('x-api-key') },
  'an empty key': { answer: '401 InvalidApiKeyException', spoil: withHeader('x-api-key', '') },
  'a key that nobody has': {
    answer: '401 InvalidApiKeyException',
    spoil: withHeader('x-api-key', 'byname_none'),
  },
  'an expired key': { answer: '401 InvalidApiKeyException', spoil: withKey('expired') },
  'a key on a foreign page': {
    answer: '403 OriginNotAllowedException',
    spoil: withKey('bound', { origin: 'https://evil.example' }),
  },
  'a key of another workspace': { answer: '403 ForbiddenException', spoil: withKey('ofOtherWorkspace') },
  "a key of the other chain's domain": { answer: '403 ForbiddenException', spoil: withKey('ofOtherChain') },
} as const satisfies Record<string, Refusal>

const bySigner =
  (signer: (scene: Scene) => ReturnType<typeof newWallet>, fields: MessageFields): Refusal['spoil'] =>
  async (headers, _keys, scene) => ({ ...headers, ...(await signedHeaders(signer(scene), fields)) })

/** A good signature, over another message than the one that is sent. */
const signatureOfAnother: Refusal['spoil'] = async (headers, _keys, { holder }) => ({
  ...headers,
  'x-signature': (await signedHeaders(holder, { chainId: 1 }))['x-signature'],
})

const signature = {
  'no address': { answer: '401 MissingSignatureException', spoil: without('x-address') },
  'no message': { answer: '401 MissingSignatureException', spoil: without('x-message') },
  'no signature': { answer: '401 MissingSignatureException', spoil: without('x-signature') },
  'a message that is none': {
    answer: '401 InvalidSignatureException',
    spoil: withHeader('x-message', 'I am Alice.'),
  },
  'a signature that is none': {
    answer: '401 InvalidSignatureException',
    spoil: withHeader('x-signature', '0xsigned'),
  },
  'a signature of another message': { answer: '401 InvalidSignatureException', spoil: signatureOfAnother },
  'an expired message': { answer: '401 ChallengeExpiredException', spoil: (valid) => valid, later: 180_000 },
  'a message for the other chain': {
    answer: '401 InvalidSignatureException',
    spoil: bySigner(({ holder }) => holder, { chainId: 11155111 }),
  },
  'a message of a stranger': {
    answer: '403 NotHolderException',
    spoil: bySigner(newWallet, { chainId: 1 }),
  },
} as const satisfies Record<string, Refusal>

/** What is refused, by the schemes that the document names in an operation's `security`. */
const refusalsOfScheme: Readonly<Record<string, Readonly<Record<string, Refusal>>>> = {
  apiKey: anyKey,
  adminKey: {
    ...anyKey,
    'a key of a workspace': { answer: '403 ForbiddenException', spoil: withKey('plain') },
  },
  signature,
}

/** Everything that an operation with this `security` has to refuse. */
export const refusalsOf = (security: readonly object[]): Readonly<Record<string, Refusal>> =>
  Object.assign({}, ...Object.keys(security[0] ?? {}).map((scheme) => refusalsOfScheme[scheme]))

/** Creates the keys that are refused. */
export async function createRefusedKeys({ context, file, clock }: TestSandbox): Promise<RefusedKeys> {
  const { id: other } = await createWorkspace(context, { name: 'Other' })
  const sepolia = await context.store.db
    .selectFrom('domains')
    .select('id')
    .where('chain_id', '=', 11155111)
    .where('name', '=', 'demo.eth')
    .executeTakeFirstOrThrow()
  const create = async (rights: object, workspaceId = file.workspaceId) => {
    const scopes = ['names:write', 'domains:write'] as const
    return (await createApiKey(context, { workspaceId, name: 'refused', scopes, ...rights })).key
  }
  clock.ahead = -60_000
  const expired = await create({ expiresAt: Date.now() - 1 })
  clock.ahead = 0
  return {
    expired,
    bound: await create({ origins: ['https://shop.example'] }),
    ofOtherWorkspace: await create({}, other),
    ofOtherChain: await create({ domainIds: [sepolia.id] }),
    plain: file.apiKey,
  }
}
