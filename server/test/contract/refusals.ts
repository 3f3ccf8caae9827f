import { createApiKey } from '../../src/core/api-keys/create.ts'
import { createWorkspace } from '../../src/core/workspaces/create.ts'
import type { ErrorName } from '../../src/errors.ts'
import type { DocumentedOperation } from '../support/answer-schemas.ts'
import { dataOf } from '../support/api-client.ts'
import { type Action, sendPermission, signChallenge } from '../support/mapps.ts'
import type { TestSandbox } from '../support/sandbox.ts'
import {
  headersOf,
  type MessageFields,
  newWallet,
  type SignedMessage,
  signedHeaders,
  signMessage,
} from '../support/signed-headers.ts'
import { blockAll, restrictAll } from './domain-states.ts'
import { nameOf, type ValidInput } from './preparations.ts'
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

/** Something that is wrong with a request, or with what it is about. */
export interface Refusal {
  readonly answer: `${401 | 403 | 413} ${ErrorName}`
  /** Takes the headers of a valid request and gives those that are wrong; absent: they stay. */
  readonly spoil?: (valid: Headers, keys: RefusedKeys, scene: Scene) => Headers | Promise<Headers>
  /** The same for parameters and body. */
  readonly spoilInput?: (valid: ValidInput, scene: Scene) => ValidInput | Promise<ValidInput>
  /** Brings about the state in which the request is refused; gives what undoes it. */
  readonly arrange?: (scene: Scene) => Promise<() => Promise<unknown>>
  /** Milliseconds between signing and sending; absent: none. */
  readonly later?: number
}

type Spoil = NonNullable<Refusal['spoil']>
type SpoilInput = NonNullable<Refusal['spoilInput']>

const without = (name: string) => (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))

const withHeader = (name: string, value: string) => (headers: Headers) => ({ ...headers, [name]: value })

const withKey =
  (name: keyof RefusedKeys, more: Headers = {}): Spoil =>
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
  (signer: (scene: Scene) => ReturnType<typeof newWallet>, fields: MessageFields): Spoil =>
  async (headers, _keys, scene) => ({ ...headers, ...(await signedHeaders(signer(scene), fields)) })

/** A good signature, over another message than the one that is sent. */
const signatureOfAnother: Spoil = async (headers, _keys, { holder }) => ({
  ...headers,
  'x-signature': (await signedHeaders(holder, { chainId: 1 }))['x-signature'],
})

/** A challenge that the holder has signed, for another mApp than those of the examples. */
const challengeOf = ({ sandbox, holder, held }: Scene, action: Action): Promise<SignedMessage> =>
  signChallenge(sandbox, {
    action,
    signer: holder,
    subname: nameOf(held),
    mApp: 'other.app.eth',
    chainId: 1,
  })

/** The same once it has granted a permission. */
async function usedChallenge(scene: Scene): Promise<SignedMessage> {
  const signed = await challengeOf(scene, 'add-permission')
  dataOf(await sendPermission(scene.sandbox, 'add', signed), 201)
  return signed
}

const withMessage =
  (message: (scene: Scene) => Promise<SignedMessage>): Spoil =>
  async (headers, _keys, scene) => ({ ...headers, ...headersOf(await message(scene)) })

const withMessageInBody =
  (message: (scene: Scene) => Promise<SignedMessage>): SpoilInput =>
  async (input, scene) => ({ ...input, body: await message(scene) })

const withField =
  (name: string, value: unknown): SpoilInput =>
  (input) => ({ ...input, body: { ...Object(input.body), [name]: value } })

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
  'a message for another site': {
    answer: '401 InvalidSignatureException',
    spoil: bySigner(({ holder }) => holder, { chainId: 1, domain: 'evil.example' }),
    arrange: restrictAll,
  },
  'a challenge of an mApp operation': {
    answer: '401 InvalidSignatureException',
    spoil: withMessage((scene) => challengeOf(scene, 'revoke-permission')),
  },
  'a used challenge': { answer: '401 InvalidSignatureException', spoil: withMessage(usedChallenge) },
} as const satisfies Record<string, Refusal>

/** Of a challenge in the body. */
export const challenge = {
  'a message that is no challenge': {
    answer: '401 InvalidSignatureException',
    spoilInput: withMessageInBody(({ holder }) => signMessage(holder, { chainId: 1 })),
  },
  'a challenge of another operation': {
    answer: '401 InvalidSignatureException',
    spoilInput: withMessageInBody((scene) => challengeOf(scene, 'append-field')),
  },
  'a challenge for a site that is not allowed any more': {
    answer: '401 InvalidSignatureException',
    arrange: restrictAll,
  },
  'an expired challenge': { answer: '401 ChallengeExpiredException', later: 180_000 },
} as const satisfies Record<string, Refusal>

/** Of a request for a challenge. */
const challengeRequest = {
  'a site that is not allowed': {
    answer: '403 OriginNotAllowedException',
    spoilInput: withField('domain', 'evil.example'),
    arrange: restrictAll,
  },
} as const satisfies Record<string, Refusal>

/** Of every write, while the domain that it is about is in some state. */
const states = {
  'a blocked domain': { answer: '403 DomainBlockedException', arrange: blockAll },
} as const satisfies Record<string, Refusal>

const oversizedBody = {
  'an oversized body': {
    answer: '413 PayloadTooLargeException',
    spoilInput: withField('padding', 'x'.repeat(524_288)),
  },
} as const satisfies Record<string, Refusal>

const oversizedFile = {
  'an oversized file': {
    answer: '413 PayloadTooLargeException',
    spoilInput: (input) => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(5 * 2 ** 20 + 1)], { type: 'image/png' }), 'large.png')
      return { ...input, body }
    },
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

/** Everything that an operation has to refuse, by what the document says of it. */
export function refusalsOf({ method, operation }: DocumentedOperation): Readonly<Record<string, Refusal>> {
  const schemes = Object.keys(operation.security?.[0] ?? {})
  const { requestBody } = operation
  const content = requestBody && 'content' in requestBody ? requestBody.content : {}
  const fields = fieldsOf(content['application/json']?.schema)
  return Object.assign(
    {},
    ...schemes.map((scheme) => refusalsOfScheme[scheme]),
    method === 'get' ? {} : states,
    fields.includes('message') ? challenge : {},
    fields.includes('mApp') ? challengeRequest : {},
    'application/json' in content ? oversizedBody : {},
    'multipart/form-data' in content ? oversizedFile : {},
  )
}

const fieldsOf = (schema: object | undefined): readonly string[] =>
  schema && 'properties' in schema ? Object.keys(Object(schema.properties)) : []

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
