import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { setDomainPlan } from '../../src/core/domains/change.ts'
import { sealEventMark } from '../../src/core/events/event-cursor.ts'
import { createWorkspace } from '../../src/core/workspaces.ts'
import { lowerCaseHex } from '../../src/crypto/hex.ts'
import { normalizeName } from '../../src/ens/names.ts'
import type { ErrorName } from '../../src/errors.ts'
import { insertOperator } from '../../src/store/entities/members.ts'
import { signIn } from '../support/credentials/sessions.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { dataOf } from '../support/http/api-client.ts'
import { readOperations, sendOperation, titleOf, type ValidInput } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { blockAll } from './domain-states.ts'
import { callWithKey, createFixture, createOwnDomain, type Fixture } from './fixture.ts'
import { image, mainnet, nameOf } from './preparations.ts'
import type { Headers } from './refusals.ts'
import { validHeaders, wireNameOf } from './send-operation.ts'
import { validInputs } from './valid-inputs.ts'

let sandbox: TestSandbox
let operations: readonly DocumentedOperation[]

beforeAll(async () => {
  sandbox = await startTestSandbox({ WORKSPACE_CREATION: 'domain-controllers' })
  operations = await readOperations(sandbox.file.url)
})
afterAll(() => sandbox.stop())

/** Makes an error of a valid request: changes it, or the state that it finds. */
type Spoil = (input: ValidInput, fixture: Fixture) => ValidInput | Promise<ValidInput>

function withParams(params: ValidInput['params']): Spoil {
  return (input) => ({ ...input, params: { ...input.params, ...params } })
}

function withBody(fields: object): Spoil {
  return (input) => ({ ...input, body: { ...Object(input.body), ...fields } })
}

const futureCursor = () => sealEventMark(sandbox.context, { sequence: 999_999_999, digest: '' })

const unknownDomain = withParams({ domain: 'unknown.eth' })
const unknownLink = withParams({ linkId: randomUUID() })
const unknownClaim = withParams({ claimId: randomUUID() })

/** The subscription of its domain ends. */
const lapsed: Spoil = async (input) => {
  const name = input.params?.['domain'] ?? ''
  await setDomainPlan(sandbox.context, { chainId: 1, name: normalizeName(name), plan: { expiresAt: 1 } })
  return input
}

/** The subname is removed after its challenge was signed. */
const withoutName: Spoil = async (input, { held }) => {
  const headers = { 'x-api-key': sandbox.file.adminKey }
  const body = { username: held, ensDomain: 'demo.eth', chainId: 1 }
  dataOf(await sandbox.call('POST', '/ens/v1/subname/admin-revoke', { headers, body }))
  return input
}

const fullTexts = Array.from({ length: 256 }, (_, index) => ({ key: `text${index}`, value: 'x' }))

/** The name has as many texts as it can have. */
const fullName: Spoil = async (input, fixture) => {
  const operation = operationOf('PATCH /ens/v2/subnames/{subname}')
  const update = {
    params: { subname: nameOf(fixture.held) },
    query: mainnet,
    body: { text: fullTexts, addresses: [], contentHash: '' },
  }
  const headers = await validHeaders(operation, update, fixture)
  dataOf(await sendOperation(sandbox.call, operation, update, headers))
  return input
}

async function domainOfImage(input: ValidInput) {
  const ensId = input.query?.['ensId'] ?? ''
  return sandbox.context.store.db
    .selectFrom('domains')
    .selectAll()
    .where('id', '=', ensId)
    .executeTakeFirstOrThrow()
}

const fullDomain: Spoil = async (input, fixture) => {
  const { name } = await domainOfImage(input)
  const path = `/byname/v1/domains/${name}?chainId=1`
  dataOf(await callWithKey(fixture, 'PATCH', path, { texts: fullTexts }))
  return { ...input, body: await image() }
}

const fullStorage: Spoil = async (input) => {
  const { chainId, name: owner } = await domainOfImage(input)
  const rows = Array.from({ length: 50 }, (_, index) => ({
    name: `${`${index}`.padStart(2, '0').repeat(32)}.png`,
    chainId,
    owner,
    bytes: 1,
    usedAt: Date.now(),
    deletingAt: null,
  }))
  await sandbox.context.store.db.insertInto('images').values(rows).execute()
  // Not one that another test has uploaded.
  return { ...input, body: await image('orange') }
}

/** An address that is a member of as many workspaces as it can be. */
async function busyAddress(): Promise<string> {
  const { address } = createWallet()
  for (let count = 0; count < 200; count++)
    await createWorkspace(sandbox.context, { name: 'Busy', owner: lowerCaseHex(address) })
  return address
}

const allOperators: Spoil = async (input) => {
  await sandbox.context.store.transaction(async (tx) => {
    for (let count = 0; count < 100; count++)
      await insertOperator(tx, {
        address: lowerCaseHex(createWallet().address),
        addedBy: null,
        createdAt: 0,
      })
  })
  return input
}

/** A contract's name below a domain that only this fixture has. */
function inOwnDomain(arrange: (name: string, fixture: Fixture) => Promise<unknown>): Spoil {
  return async (input, fixture) => {
    const { domainName } = await createOwnDomain(fixture)
    await arrange(domainName, fixture)
    return { ...input, body: { ...Object(input.body), ensDomain: domainName } }
  }
}

/** Its domain is onboarded with another resolver of this service than the one on chain. */
const otherResolver: Spoil = async (_input, fixture) => {
  const { ensId, domainName, offchainResolverId } = await createOwnDomain(fixture)
  const { store } = sandbox.context
  const { id } = await store.db
    .selectFrom('resolvers')
    .select('id')
    .where('chainId', '=', 1)
    .where('id', '!=', offchainResolverId)
    .limit(1)
    .executeTakeFirstOrThrow()
  await store.transaction((tx) =>
    tx.updateTable('domains').set({ resolverId: id }).where('id', '=', ensId).execute(),
  )
  return { params: { name: domainName }, query: mainnet }
}

const blocked: Spoil = async (input, fixture) => {
  const undo = await blockAll(fixture)
  onTestFinished(async () => {
    await undo()
  })
  return input
}

type Case = readonly [
  title: string,
  error: ErrorName,
  spoil: Spoil,
  headersOf?: (fixture: Fixture) => Promise<Headers>,
]

const noKey = { 'x-api-key': '' }

async function sessionOfHolder({ holder }: Fixture): Promise<Headers> {
  return { ...(await signIn({ url: sandbox.file.url, call: sandbox.call }, holder)), ...noKey }
}

const domain = '/byname/v1/domains/{domain}'

/** Errors that an operation states and that no test of its subject gets. */
const members = '/byname/v1/workspaces/{workspaceId}/members'

const cases: readonly Case[] = [
  ...[
    `GET ${domain}`,
    `GET ${domain}/claims`,
    `GET ${domain}/claims/{claimId}`,
    `DELETE ${domain}/claims/{claimId}`,
    `POST ${domain}/claims/{claimId}/approve`,
    `POST ${domain}/claims/{claimId}/decline`,
    `POST ${domain}/claims/decline`,
    `PUT ${domain}/claims/{claimId}/notice`,
    `PUT ${domain}/claims/{claimId}/notice/push`,
    `POST ${domain}/claims/{claimId}/notice/check`,
    `DELETE ${domain}/claims/{claimId}/notice`,
    `POST ${domain}/invitation-links`,
    `POST ${domain}/invitation-links/batch`,
    `POST ${domain}/invitation-links/check`,
    `GET ${domain}/invitation-links`,
    `GET ${domain}/invitation-links/{linkId}`,
    `DELETE ${domain}/invitation-links/{linkId}`,
    `GET ${domain}/templates`,
    `GET ${domain}/templates/{templateId}`,
    `POST ${domain}/templates`,
    `PATCH ${domain}/templates/{templateId}`,
    `DELETE ${domain}/templates/{templateId}`,
    `GET ${domain}/policy`,
    `POST ${domain}/policy/check`,
    `GET ${domain}/anchor`,
    `PUT ${domain}/anchor`,
    `DELETE ${domain}/anchor`,
    `GET ${domain}/former-gateway`,
    `PUT ${domain}/former-gateway`,
    `DELETE ${domain}/former-gateway`,
    `GET ${domain}/former-gateway/candidate`,
    `POST ${domain}/former-gateway/compare`,
    `POST ${domain}/import/listing`,
    `GET ${domain}/health`,
    `GET ${domain}/allow-list`,
    `PUT ${domain}/allow-list`,
    `DELETE ${domain}/allow-list`,
  ].map((title): Case => [title, 'EnsNotFound', unknownDomain]),
  [`POST ${domain}/former-gateway/compare`, 'InvalidNameException', withBody({ labels: ['a b'] })],
  ['PATCH /byname/v1/webhooks/{webhookId}', 'EnsNotFound', withBody({ domains: [randomUUID()] })],
  [
    'GET /byname/v1/names/{name}/history',
    'EnsNotFound',
    withParams({ name: 'a.unknown.eth' }),
    sessionOfHolder,
  ],
  ['GET /byname/v1/names/{name}/resolution', 'EnsNotFound', otherResolver],
  ['POST /ens/v1/subname/reserve', 'EnsNotFound', withBody({ ensDomain: 'unknown.eth' })],
  ['POST /ens/v1/subname/admin-name-evm-contract', 'EnsNotFound', withBody({ ensDomain: 'unknown.eth' })],
  [`GET ${domain}/invitation-links/{linkId}`, 'InvitationLinkNotFoundException', unknownLink],
  [`DELETE ${domain}/invitation-links/{linkId}`, 'InvitationLinkNotFoundException', unknownLink],
  [`POST ${domain}/policy/check`, 'InvitationLinkNotFoundException', withBody({ invitation: 'unknown' })],
  [`DELETE ${domain}/claims/{claimId}`, 'ClaimNotFoundException', unknownClaim],
  [`POST ${domain}/claims/{claimId}/decline`, 'ClaimNotFoundException', unknownClaim],
  [
    'GET /byname/v1/names/{name}/history',
    'SubnameNotFoundException',
    withParams({ name: nameOf('absent') }),
    async () => noKey,
  ],
  ['POST /ens/v1/mapp/permission/add', 'SubnameNotFoundException', withoutName],
  ['POST /ens/v1/mapp/permission/revoke', 'SubnameNotFoundException', withoutName],
  ['POST /ens/v1/mapp/field/append', 'SubnameNotFoundException', withoutName],
  [
    'GET /byname/v1/names/{name}/history',
    'CursorInFutureException',
    (input) => ({ ...input, query: { ...input.query, after: futureCursor() } }),
  ],
  [
    'POST /byname/v1/webhooks/{webhookId}/replay',
    'CursorInFutureException',
    (input) => ({ ...input, body: { after: futureCursor() } }),
  ],
  [`POST ${domain}/claims`, 'SubscriptionLapsedException', lapsed],
  [`POST ${domain}/claims/{claimId}/approve`, 'SubscriptionLapsedException', lapsed],
  ['POST /ens/v1/mapp/permission/add', 'InvalidRecordException', fullName],
  ['POST /ens/v1/ens/upload-to-cdn', 'InvalidRecordException', fullDomain],
  ['POST /ens/v1/ens/upload-to-cdn', 'LimitReachedException', fullStorage],
  [
    'POST /byname/v1/workspaces',
    'LimitReachedException',
    async (input) => ({ ...input, body: { name: 'More', owner: await busyAddress() } }),
  ],
  [
    'POST /byname/v1/workspaces/{workspaceId}/members',
    'LimitReachedException',
    async (input) => ({ ...input, body: { member: await busyAddress(), role: 'viewer' } }),
  ],
  ['POST /byname/v1/workspaces', 'NotHolderException', withBody({ domain: 'demo.eth' }), sessionOfHolder],
  [
    'POST /ens/v1/subname/admin-name-evm-contract',
    'LimitReachedException',
    inOwnDomain((name) =>
      setDomainPlan(sandbox.context, { chainId: 1, name: normalizeName(name), plan: { maxNames: 0 } }),
    ),
  ],
  [
    'POST /ens/v1/subname/admin-name-evm-contract',
    'PolicyRefusedException',
    inOwnDomain((name, fixture) =>
      callWithKey(fixture, 'PATCH', `/byname/v1/domains/${name}/policy?chainId=1`, {
        appliesToKeys: true,
        blockedLabels: [fixture.fresh],
      }),
    ),
  ],
  [`GET ${domain}/claims/{claimId}`, 'DomainBlockedException', blocked],
  [`POST ${domain}/claims/{claimId}/notice/check`, 'DomainBlockedException', blocked],
  [`DELETE ${domain}/claims/{claimId}/notice`, 'DomainBlockedException', blocked],
  [`POST ${domain}/invitation-links/check`, 'DomainBlockedException', blocked],
  [`GET ${domain}/policy`, 'DomainBlockedException', blocked],
  [`GET ${domain}/allow-list`, 'DomainBlockedException', blocked],
  ['POST /byname/v1/operators', 'LimitReachedException', allOperators],
  [`POST ${members}`, 'InvalidNameException', withBody({ member: 'a b.eth' })],
  [
    'GET /byname/v1/diagnose',
    'InvalidNameException',
    (input) => ({
      ...input,
      query: { name: 'a b.eth', gateway: 'https://gateway.example/{sender}/{data}', ...mainnet },
    }),
  ],
  [`PATCH ${members}/{address}`, 'WorkspaceNotFoundException', withParams({ workspaceId: randomUUID() })],
  [`DELETE ${members}/{address}`, 'WorkspaceNotFoundException', withParams({ workspaceId: randomUUID() })],
]

function operationOf(title: string): DocumentedOperation {
  const operation = operations.find((each) => titleOf(each) === title)
  if (operation) return operation
  throw new Error(`There is no ${title}.`)
}

describe('Errors that operations state', () => {
  const named = cases.map(([title, error, spoil, headersOf]) => ({ title, error, spoil, headersOf }))

  it.each(named)('$title: $error', async ({ title, error, spoil, headersOf }) => {
    const prepare = validInputs[title]
    if (!prepare) throw new Error(`${title} has no valid request.`)
    const fixture = await createFixture(sandbox)
    const input = await spoil(await prepare(fixture), fixture)
    const operation = operationOf(title)
    const valid = await validHeaders(operation, input, fixture)
    const headers = { ...valid, ...(await headersOf?.(fixture)) }
    expect(wireNameOf(await sendOperation(sandbox.call, operation, input, headers))).toMatch(
      new RegExp(` ${error}$`),
    )
  })
})
