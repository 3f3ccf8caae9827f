import { createWorkspace } from '../../src/core/workspaces.ts'
import type { ErrorName } from '../../src/errors.ts'
import { createApiKey } from '../support/credentials/api-keys.ts'
import {
  createWallet,
  type MessageFields,
  type SignedMessage,
  signedHeaders,
  signMessage,
  toSignedHeaders,
} from '../support/credentials/signed-headers.ts'
import { type Action, sendPermission, signChallenge } from '../support/entities/mapps.ts'
import { dataOf } from '../support/http/api-client.ts'
import type { ValidInput } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import type { TestSandbox } from '../support/service/sandbox.ts'
import { blockAll, restrictOriginsOfAll } from './domain-states.ts'
import type { Fixture } from './fixture.ts'
import { nameOf } from './preparations.ts'

export type Headers = Readonly<Record<string, string>>

/** Rejected keys, each for its own reason. */
export interface RefusedKeys {
  readonly expired: string
  /** For pages of another origin than that of the rejected request. */
  readonly originBound: string
  readonly ofOtherWorkspace: string
  /** Of the right workspace, limited to demo.eth on Sepolia. */
  readonly ofOtherChain: string
  /** A valid one that is not an admin key. */
  readonly withoutAdmin: string
}

/** An error in a request, or in the state of its subject. */
export interface Refusal {
  readonly status: `${401 | 403 | 413} ${ErrorName}`
  /** Takes the headers of a valid request and returns invalid ones; absent: they stay. */
  readonly changeHeaders?: (valid: Headers, keys: RefusedKeys, fixture: Fixture) => Headers | Promise<Headers>
  /** The same for parameters and body. */
  readonly changeInput?: (valid: ValidInput, fixture: Fixture) => ValidInput | Promise<ValidInput>
  /** Creates the state in which the request is rejected; returns a function that undoes it. */
  readonly arrange?: (fixture: Fixture) => Promise<() => Promise<unknown>>
  /** Milliseconds between signing and sending; absent: none. */
  readonly delayMs?: number
}

type ChangeHeaders = NonNullable<Refusal['changeHeaders']>
type ChangeInput = NonNullable<Refusal['changeInput']>

function without(name: string) {
  return (headers: Headers) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
}

function withHeader(name: string, value: string) {
  return (headers: Headers) => ({ ...headers, [name]: value })
}

function withKey(name: keyof RefusedKeys, more: Headers = {}): ChangeHeaders {
  return (headers, keys) => ({ ...headers, 'x-api-key': keys[name], ...more })
}

/** Of every API key, an admin key included. */
const anyKey = {
  'no key': { status: '401 InvalidApiKeyException', changeHeaders: without('x-api-key') },
  'an empty key': { status: '401 InvalidApiKeyException', changeHeaders: withHeader('x-api-key', '') },
  'an unknown key': {
    status: '401 InvalidApiKeyException',
    changeHeaders: withHeader('x-api-key', 'byname_none'),
  },
  'an expired key': { status: '401 InvalidApiKeyException', changeHeaders: withKey('expired') },
  'a key on a foreign page': {
    status: '403 OriginNotAllowedException',
    changeHeaders: withKey('originBound', { origin: 'https://evil.example' }),
  },
  'a key of another workspace': {
    status: '403 ForbiddenException',
    changeHeaders: withKey('ofOtherWorkspace'),
  },
  "a key of the other chain's domain": {
    status: '403 ForbiddenException',
    changeHeaders: withKey('ofOtherChain'),
  },
} as const satisfies Record<string, Refusal>

function bySigner(
  signer: (fixture: Fixture) => ReturnType<typeof createWallet>,
  fields: MessageFields,
): ChangeHeaders {
  return async (headers, _keys, fixture) => ({
    ...headers,
    ...(await signedHeaders(signer(fixture), fields)),
  })
}

/** A valid signature of another message than the one that is sent. */
const signatureOfAnother: ChangeHeaders = async (headers, _keys, { holder }) => ({
  ...headers,
  'x-signature': (await signedHeaders(holder, { chainId: 1 }))['x-signature'],
})

/** A challenge that the holder has signed, for another mApp than those of the examples. */
function challengeOf({ sandbox, holder, held }: Fixture, action: Action): Promise<SignedMessage> {
  return signChallenge(sandbox, {
    action,
    signer: holder,
    subname: nameOf(held),
    mApp: 'other.app.eth',
    chainId: 1,
  })
}

/** The same after it has granted a permission. */
async function usedChallenge(fixture: Fixture): Promise<SignedMessage> {
  const signed = await challengeOf(fixture, 'add-permission')
  dataOf(await sendPermission(fixture.sandbox, 'add', signed), 201)
  return signed
}

function withMessage(message: (fixture: Fixture) => Promise<SignedMessage>): ChangeHeaders {
  return async (headers, _keys, fixture) => ({ ...headers, ...toSignedHeaders(await message(fixture)) })
}

function withMessageInBody(message: (fixture: Fixture) => Promise<SignedMessage>): ChangeInput {
  return async (input, fixture) => ({ ...input, body: await message(fixture) })
}

function withField(name: string, value: unknown): ChangeInput {
  return (input) => ({ ...input, body: { ...Object(input.body), [name]: value } })
}

const signature = {
  'no address': { status: '401 MissingSignatureException', changeHeaders: without('x-address') },
  'no message': { status: '401 MissingSignatureException', changeHeaders: without('x-message') },
  'no signature': { status: '401 MissingSignatureException', changeHeaders: without('x-signature') },
  'a malformed message': {
    status: '401 InvalidSignatureException',
    changeHeaders: withHeader('x-message', 'I am Alice.'),
  },
  'a malformed signature': {
    status: '401 InvalidSignatureException',
    changeHeaders: withHeader('x-signature', '0xsigned'),
  },
  'a signature of another message': {
    status: '401 InvalidSignatureException',
    changeHeaders: signatureOfAnother,
  },
  'an expired message': {
    status: '401 ChallengeExpiredException',
    changeHeaders: (valid) => valid,
    delayMs: 180_000,
  },
  'a message for the other chain': {
    status: '401 InvalidSignatureException',
    changeHeaders: bySigner(({ holder }) => holder, { chainId: 11155111 }),
  },
  'a message of another wallet': {
    status: '403 NotHolderException',
    changeHeaders: bySigner(createWallet, { chainId: 1 }),
  },
  'a message for another site': {
    status: '401 InvalidSignatureException',
    changeHeaders: bySigner(({ holder }) => holder, { chainId: 1, domain: 'evil.example' }),
    arrange: restrictOriginsOfAll,
  },
  'a challenge of an mApp operation': {
    status: '401 InvalidSignatureException',
    changeHeaders: withMessage((fixture) => challengeOf(fixture, 'revoke-permission')),
  },
  'a used challenge': { status: '401 InvalidSignatureException', changeHeaders: withMessage(usedChallenge) },
} as const satisfies Record<string, Refusal>

/** Of a challenge in the body. */
export const challenge = {
  'a message that is no challenge': {
    status: '401 InvalidSignatureException',
    changeInput: withMessageInBody(({ holder }) => signMessage(holder, { chainId: 1 })),
  },
  'a challenge of another operation': {
    status: '401 InvalidSignatureException',
    changeInput: withMessageInBody((fixture) => challengeOf(fixture, 'append-field')),
  },
  'a challenge for a site that is not allowed any more': {
    status: '401 InvalidSignatureException',
    arrange: restrictOriginsOfAll,
  },
  'an expired challenge': { status: '401 ChallengeExpiredException', delayMs: 180_000 },
} as const satisfies Record<string, Refusal>

/** Of a request for a challenge. */
const challengeRequest = {
  'a site that is not allowed': {
    status: '403 OriginNotAllowedException',
    changeInput: withField('domain', 'evil.example'),
    arrange: restrictOriginsOfAll,
  },
} as const satisfies Record<string, Refusal>

/** Of every write, by the state of its domain. */
const states = {
  'a blocked domain': { status: '403 DomainBlockedException', arrange: blockAll },
} as const satisfies Record<string, Refusal>

/** Of a session, which only pages of the service may use. */
const sessionCookie = {
  'no cookie': { status: '401 InvalidSessionException', changeHeaders: without('cookie') },
  'an unknown cookie': {
    status: '401 InvalidSessionException',
    changeHeaders: withHeader('cookie', 'byname_session=unknown'),
  },
  'a page of another origin': {
    status: '403 OriginNotAllowedException',
    changeHeaders: withHeader('origin', 'https://evil.example'),
  },
  'a page of another host of the site': {
    status: '403 OriginNotAllowedException',
    changeHeaders: withHeader('sec-fetch-site', 'same-site'),
  },
} as const satisfies Record<string, Refusal>

const oversizedBody = {
  'an oversized body': {
    status: '413 PayloadTooLargeException',
    changeInput: withField('padding', 'x'.repeat(524_288)),
  },
} as const satisfies Record<string, Refusal>

const oversizedFile = {
  'an oversized file': {
    status: '413 PayloadTooLargeException',
    changeInput: (input) => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(12 * 2 ** 20 + 1)], { type: 'image/png' }), 'large.png')
      return { ...input, body }
    },
  },
} as const satisfies Record<string, Refusal>

/** Rejections by the schemes that the document names in an operation's `security`. */
const refusalsOfScheme: Readonly<Record<string, Readonly<Record<string, Refusal>>>> = {
  apiKey: anyKey,
  adminKey: {
    ...anyKey,
    'a key of a workspace': { status: '403 ForbiddenException', changeHeaders: withKey('withoutAdmin') },
  },
  session: sessionCookie,
  signature,
}

/** Every rejection of an operation, derived from its description in the document. */
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

function fieldsOf(schema: object | undefined): readonly string[] {
  return schema && 'properties' in schema ? Object.keys(Object(schema.properties)) : []
}

/** Creates the rejected keys. */
export async function createRefusedKeys({ context, file, clock }: TestSandbox): Promise<RefusedKeys> {
  const { id: other } = await createWorkspace(context, { name: 'Other' })
  const sepolia = await context.store.db
    .selectFrom('domains')
    .select('id')
    .where('chainId', '=', 11155111)
    .where('name', '=', 'demo.eth')
    .executeTakeFirstOrThrow()
  const create = async (rights: object, workspaceId = file.workspaceId) => {
    const scopes = ['names:write', 'domains:write'] as const
    return (await createApiKey(context, { workspaceId, name: 'refused', scopes, ...rights })).key
  }
  clock.offsetMs = -60_000
  const expired = await create({ expiresAt: Date.now() - 1 })
  clock.offsetMs = 0
  return {
    expired,
    originBound: await create({ origins: ['https://shop.example'] }),
    ofOtherWorkspace: await create({}, other),
    ofOtherChain: await create({ domainIds: [sepolia.id] }),
    withoutAdmin: file.apiKey,
  }
}
