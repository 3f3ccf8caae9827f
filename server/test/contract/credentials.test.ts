import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace } from '../../src/core/workspaces.ts'
import { createApiKey } from '../support/credentials/api-keys.ts'
import { signMessage, toSignedHeaders } from '../support/credentials/signed-headers.ts'
import type { ApiResponse } from '../support/http/api-client.ts'
import { readOperations, sendOperation, titleOf, type ValidInput } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import { routesByTitle } from '../support/openapi/routes.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { dumpDatabase } from './database-dump.ts'
import { createFixture, createOwnDomain, type Fixture } from './fixture.ts'
import {
  credentials,
  type RequiredCredential,
  requiredCredentialOf,
  statedSchemesOf,
  type Verdict,
  verdictsOf,
} from './required-credentials.ts'
import { wireNameOf } from './send-operation.ts'
import { validInputs } from './valid-inputs.ts'

type Credential = (typeof credentials)[number]

const required: readonly (readonly [string, RequiredCredential])[] = Array.from(
  routesByTitle,
  ([title, route]) => [title, requiredCredentialOf(route)] as const,
)

let sandbox: TestSandbox
let operations: readonly DocumentedOperation[]
let keys: Readonly<Record<Exclude<Credential, 'no key'>, string>>

beforeAll(async () => {
  sandbox = await startTestSandbox({
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_EXPENSIVE_PER_IP: '0',
    WRITE_LIMIT_PER_IP: '0',
  })
  const all = await readOperations(sandbox.file.url)
  operations = all.filter(({ path }) => /^\/(ens|byname)\//.test(path))
  keys = await createKeys()
})
afterAll(() => sandbox.stop())

async function createKeys(): Promise<typeof keys> {
  const { context, file } = sandbox
  const { workspaceId } = file
  const { id: other } = await createWorkspace(context, { name: 'Other' })
  const { ensId } = await createOwnDomain(await createFixture(sandbox))
  const scopes = ['names:write', 'domains:write'] as const
  const create = async (input: Omit<Parameters<typeof createApiKey>[1], 'name'>) =>
    (await createApiKey(context, { name: 'key', ...input })).key
  return {
    'a names:write key': await create({ workspaceId, scopes: ['names:write'] }),
    'a domains:write key': await create({ workspaceId, scopes: ['domains:write'] }),
    'an admin key': await create({ workspaceId: other, scopes: ['admin'] }),
    'a key of another workspace': await create({ workspaceId: other, scopes }),
    'a key of another domain': await create({ workspaceId, scopes, domainIds: [ensId] }),
  }
}

interface Attempt {
  readonly credential: Credential
  readonly isSigned: boolean
  readonly verdict: Verdict
}

/** Where keys change nothing, without any and with one that has no right. */
const keysThatChangeNothing: readonly Credential[] = ['no key', 'a key of another workspace']

/** Every column of the row. Where a signature is not needed, success is tried without it. */
function attemptsOf(required: RequiredCredential): readonly Attempt[] {
  const { unsigned, signed } = verdictsOf[required]
  const needsNoKey = required === 'anyone' || required === 'signature'
  return credentials.flatMap((credential, index) => {
    if (needsNoKey && !keysThatChangeNothing.includes(credential)) return []
    const [without = 'no', withSignature = 'no'] = [unsigned[index], signed[index]]
    const attempt = { credential, isSigned: false, verdict: without }
    return without === 'yes' && withSignature === 'yes'
      ? [attempt]
      : [attempt, { credential, isSigned: true, verdict: withSignature }]
  })
}

const outcomes: Readonly<Record<Verdict, RegExp>> = {
  yes: /^20[01] null$/,
  filtered: /^200 null$/,
  key: /^401 InvalidApiKeyException$/,
  sign: /^401 MissingSignatureException$/,
  session: /^401 InvalidSessionException$/,
  no: /^403 ForbiddenException$/,
  'not controller': /^403 NotHolderException$/,
  item: /^422 BatchRejectedException$/,
}

/** Sent as `Authorization: Bearer`; the others as `x-api-key`. Each operation that takes a key succeeds with one of each. */
const bearers: readonly Credential[] = ['an admin key', 'a domains:write key', 'a key of another workspace']

function keyHeader(credential: keyof typeof keys): Record<string, string> {
  const key = keys[credential]
  return bearers.includes(credential) ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }
}

async function send(
  operation: DocumentedOperation,
  input: ValidInput,
  { credential, isSigned }: Attempt,
  { holder }: Fixture,
): Promise<ApiResponse> {
  const signed = isSigned && (input.signed ?? (await signMessage(holder, { chainId: 1 })))
  return sendOperation(sandbox.call, operation, input, {
    ...(credential !== 'no key' && keyHeader(credential)),
    ...(signed && toSignedHeaders(signed)),
  })
}

function assertOutcome(response: ApiResponse, { credential, isSigned, verdict }: Attempt) {
  const who = `${credential}${isSigned ? ' and a signature' : ''}`
  expect.soft(wireNameOf(response), who).toMatch(outcomes[verdict])
  if (verdict !== 'filtered') return
  const text = JSON.stringify(response.body)
  expect.soft(text, who).not.toContain('demo.eth')
  if (credential === 'a key of another workspace')
    expect.soft(text, who).not.toContain(sandbox.file.workspaceId)
}

function sorted(schemes: string): string {
  return schemes.split('+').toSorted().join('+')
}

/** `apiKey+signature`; a signature that the body may override is stated as demanded. */
function statedSchemes({ operation }: DocumentedOperation): readonly string[] {
  const alternatives = (operation.security ?? []).map((schemes) =>
    ['apiKey', 'adminKey', 'bearerKey', 'session', 'signature'].filter((scheme) => scheme in schemes),
  )
  if (alternatives.some((schemes) => schemes.length === 0)) return []
  const isOverridable = JSON.stringify(operation).includes('overrideSignatureCheck')
  return alternatives
    .filter((schemes) => !schemes.includes('session') && !schemes.includes('bearerKey'))
    .map((schemes) => schemes.join('+'))
    .filter((schemes) => !(isOverridable && schemes === 'apiKey'))
}

describe('What a key, its scope and a signature allow', () => {
  it('rule: every operation of the document states what it needs', () => {
    expect(required.map(([title]) => title).toSorted()).toEqual(operations.map(titleOf).toSorted())
  })

  it('rule: the document states the key and the signature of the table', () => {
    const expected = required.map(([title, row]) => [title, statedSchemesOf[row]])
    const stated = operations.map((operation) => [titleOf(operation), statedSchemes(operation)])
    expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(expected))
  })

  it('rule: the document states a bearer where it states a key, beside the same signature', () => {
    for (const { operation } of operations) {
      const stated = (operation.security ?? []).map((schemes) => Object.keys(schemes).toSorted().join('+'))
      const ofBearers = stated.filter((schemes) => schemes.includes('bearerKey'))
      const ofKeys = stated.filter((schemes) => /apiKey|adminKey/.test(schemes))
      const expected = ofKeys.map((schemes) => schemes.replace(/apiKey|adminKey/, 'bearerKey'))
      expect(new Set(ofBearers.map(sorted))).toEqual(new Set(expected.map(sorted)))
    }
  })

  it.each(required)('%s needs: %s', async (title, row) => {
    const operation = operations.find((one) => titleOf(one) === title)
    const prepare = validInputs[title]
    if (!(operation && prepare)) throw new Error(`There is no ${title}.`)
    const attempts = attemptsOf(row)
    const fixture = await createFixture(sandbox)
    const input = await prepare(fixture)
    const before = await dumpDatabase(sandbox.context)
    for (const attempt of attempts.filter(({ verdict }) => verdict !== 'yes'))
      assertOutcome(await send(operation, input, attempt, fixture), attempt)
    expect(await dumpDatabase(sandbox.context)).toBe(before)

    const isRead = operation.method === 'get'
    for (const attempt of attempts.filter(({ verdict }) => verdict === 'yes')) {
      const own = isRead ? fixture : await createFixture(sandbox)
      assertOutcome(await send(operation, isRead ? input : await prepare(own), attempt, own), attempt)
    }
  })
})
