import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOperator } from '../../src/core/operators.ts'
import { createWorkspace } from '../../src/core/workspaces.ts'
import { lowerCaseHex } from '../../src/crypto/hex.ts'
import { acceptsSession } from '../../src/http/credentials/operation-auth.ts'
import { type Role, roles } from '../../src/model/workspace.ts'
import { insertMember } from '../../src/store/entities/members.ts'
import { type PageHeaders, signIn } from '../support/credentials/sessions.ts'
import { createWallet, signMessage, toSignedHeaders } from '../support/credentials/signed-headers.ts'
import { readOperations, sendOperation, titleOf, type ValidInput } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import { routesByTitle } from '../support/openapi/routes.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { dumpDatabase } from './database-dump.ts'
import { createFixture } from './fixture.ts'
import { type RequiredRole, requiredRoles } from './required-roles.ts'
import { wireNameOf } from './send-operation.ts'
import { validInputs } from './valid-inputs.ts'

/** Who signs in: with a role in the workspace, as the owner of another one, or as an operator. */
const personas = [...roles, 'owner of another workspace', 'operator'] as const
type Persona = (typeof personas)[number]

let sandbox: TestSandbox
let operations: readonly DocumentedOperation[]
let pages: ReadonlyMap<Persona, PageHeaders>

beforeAll(async () => {
  sandbox = await startTestSandbox()
  operations = (await readOperations(sandbox.file.url)).filter(({ operation }) =>
    operation.security?.some((schemes) => 'session' in schemes),
  )
  const { workspaceId } = sandbox.file
  const { id: other } = await createWorkspace(sandbox.context, { name: 'Other' })
  pages = new Map([
    ...(await Promise.all(roles.map(async (role) => [role, await signInMember(workspaceId, role)] as const))),
    ['owner of another workspace', await signInMember(other, 'owner')],
    ['operator', await signInOperator()],
  ])
})
afterAll(() => sandbox.stop())

function signInToSandbox(wallet: ReturnType<typeof createWallet>): Promise<PageHeaders> {
  return signIn({ url: sandbox.file.url, call: sandbox.call }, wallet)
}

async function signInMember(workspaceId: string, role: Role): Promise<PageHeaders> {
  const wallet = createWallet()
  const member = { workspaceId, role, addedBy: null, createdAt: 0 }
  await sandbox.context.store.transaction((tx) =>
    insertMember(tx, { ...member, address: lowerCaseHex(wallet.address) }),
  )
  return signInToSandbox(wallet)
}

async function signInOperator(): Promise<PageHeaders> {
  const wallet = createWallet()
  await addOperator(sandbox.context, { address: lowerCaseHex(wallet.address), addedBy: null })
  return signInToSandbox(wallet)
}

/** Of the required role. */
const allowedPersonas: Readonly<Record<RequiredRole, readonly Persona[]>> = {
  anyone: personas,
  viewer: ['viewer', 'editor', 'owner', 'operator'],
  editor: ['editor', 'owner', 'operator'],
  owner: ['owner', 'operator'],
  operator: ['operator'],
}

function isAllowed(persona: Persona, required: RequiredRole): boolean {
  return allowedPersonas[required].includes(persona)
}

/** The response selects what the caller may read, so a caller without any right gets an empty one. */
const selecting = ['GET /byname/v1/events', 'GET /byname/v1/events/stream']

function pageOf(persona: Persona): PageHeaders {
  const page = pages.get(persona)
  if (page) return page
  throw new Error(`${persona} has not signed in.`)
}

async function outcomeOf(
  operation: DocumentedOperation,
  input: ValidInput,
  page: PageHeaders,
  signer: ReturnType<typeof createWallet>,
): Promise<string> {
  const [schemes = {}] = operation.operation.security ?? []
  const signed = 'signature' in schemes ? (input.signed ?? (await signMessage(signer, { chainId: 1 }))) : null
  return wireNameOf(
    await sendOperation(sandbox.call, operation, input, {
      ...page,
      ...(signed && toSignedHeaders(signed)),
    }),
  )
}

/** `WORKSPACE_CREATION` decides who opens workspaces: api/credentials/workspaces.test.ts. */
const decidedBySetting = 'POST /byname/v1/workspaces'

const required: readonly (readonly [string, RequiredRole])[] = Array.from(routesByTitle)
  .filter(([title, { auth }]) => acceptsSession(auth.accepts) && title !== decidedBySetting)
  .map(([title, { auth }]) => [title, auth.permission ? requiredRoles[auth.permission] : 'anyone'] as const)

describe('What the role of a session allows', () => {
  it('rule: the document states a session for every operation that accepts one', () => {
    const titles = [...required.map(([title]) => title), decidedBySetting]
    expect(titles.toSorted()).toEqual(operations.map(titleOf).toSorted())
  })

  it.each(required)('%s needs %s', async (title, required) => {
    const operation = operations.find((one) => titleOf(one) === title)
    const prepare = validInputs[title]
    if (!(operation && prepare)) throw new Error(`There is no ${title}.`)
    const fixture = await createFixture(sandbox)
    const input = await prepare(fixture)
    const before = await dumpDatabase(sandbox.context)
    const outcomes: [Persona, string][] = []
    for (const persona of personas.filter((one) => !isAllowed(one, required))) {
      const outcome = await outcomeOf(operation, input, pageOf(persona), fixture.holder)
      outcomes.push([persona, outcome])
    }
    const isSelecting = selecting.includes(title)
    expect(outcomes).toEqual(
      outcomes.map(([persona]) => [persona, isSelecting ? '200 null' : '403 ForbiddenException']),
    )
    expect(await dumpDatabase(sandbox.context)).toBe(before)

    // An operation for anyone may end the session that it uses.
    const page = required === 'anyone' ? await signInToSandbox(fixture.holder) : pageOf(required)
    expect(await outcomeOf(operation, input, page, fixture.holder)).toMatch(/^20[01] null$/)
  })
})
