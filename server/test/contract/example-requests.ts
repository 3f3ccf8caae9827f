import type { OpenAPIV3_1 } from 'openapi-types'
import type { Route } from '../../src/http/operation.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { dataOf } from '../support/http/api-client.ts'
import { readOperations, sendOperation, titleOf } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import { routesByTitle } from '../support/openapi/routes.ts'
import { createOwnDomain, type Fixture } from './fixture.ts'
import type { Prepare } from './preparations.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The request of an operation as the document shows it, about the fixture: its domain, name, workspace and a new wallet
 * are in the place of those of the example. What the operation follows is sent before it.
 *
 * @param prepareOther The request of another operation, by its title.
 */
export function exampleRequest(title: string, prepareOther: (title: string) => Prepare): Prepare {
  return async (fixture) => {
    const documented = await operationOf(fixture, (operation) => titleOf(operation) === title)
    const { follows } = routeOf(title)
    const made = follows ? await makeFirst(fixture, follows, prepareOther) : {}
    const ofFixture = valuesOf(fixture)
    const others = namesIn(documented.path).filter((name) => !(name in made))
    const params = await texts(ofFixture, Object.fromEntries(others.map((name) => [name, ''])))
    const query = await texts(ofFixture, queryExample(documented))
    const body = bodyExample(documented)
    const input = { query, ...(body && { body: await withValues(ofFixture.inBodies, body) }) }
    return { ...input, params: { ...params, ...made } }
  }
}

/** Sends the operation before; returns its path parameters, and those that its response has. */
async function makeFirst(
  fixture: Fixture,
  { id, params }: NonNullable<Route['follows']>,
  prepareOther: (title: string) => Prepare,
): Promise<Readonly<Record<string, string>>> {
  const documented = await operationOf(fixture, ({ operation }) => operation.operationId === id)
  const title = titleOf(documented)
  const { auth, statusCode } = routeOf(title)
  const { file, call } = fixture.sandbox
  const input = await prepareOther(title)(fixture)
  const headers = { 'x-api-key': auth.accepts.includes('key') ? file.apiKey : file.adminKey }
  const data = dataOf<Fields>(await sendOperation(call, documented, input, headers), statusCode)
  const made = Object.entries(params).map(([name, field]) => [name, `${data[field]}`])
  return { ...input.params, ...Object.fromEntries(made) }
}

type Values = Readonly<Record<string, () => unknown>>

/** By the name of the field. */
function valuesOf(fixture: Fixture) {
  const { workspaceId } = fixture.sandbox.file
  let domain: ReturnType<typeof createOwnDomain> | undefined
  const ownDomain = () => {
    domain ??= createOwnDomain(fixture)
    return domain
  }
  const ensId = async () => (await ownDomain()).ensId
  const domainName = async () => (await ownDomain()).domainName
  const held = () => `${fixture.held}.demo.eth`
  const inBodies: Values = {
    ensId,
    ens: domainName,
    workspaceId: () => workspaceId,
    member: () => createWallet().address,
  }
  const inUrls: Values = {
    ensId,
    domain: domainName,
    name: held,
    subname: held,
    workspaceId: () => workspaceId,
  }
  return { inBodies, inUrls }
}

async function withValues(values: Values, fields: Fields): Promise<Fields> {
  const entries = Object.entries(fields).map(async ([name, value]) => [
    name,
    await (values[name]?.() ?? value),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

async function texts(
  { inUrls }: ReturnType<typeof valuesOf>,
  fields: Fields,
): Promise<Record<string, string>> {
  const values = Object.entries(await withValues(inUrls, fields))
  return Object.fromEntries(values.map(([name, value]) => [name, `${value}`]))
}

function namesIn(path: string): readonly string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
}

/** The required parameters, with their examples, and the chain. */
function queryExample({ operation }: DocumentedOperation): Fields {
  const parameters = (operation.parameters ?? []).flatMap((one) => ('in' in one ? [one] : []))
  const shown = parameters.filter((one) => one.in === 'query' && (one.required || one.name === 'chainId'))
  return Object.fromEntries(shown.map(({ name, schema }) => [name, exampleOf(schema)]))
}

function exampleOf(schema: OpenAPIV3_1.ParameterObject['schema'] = {}): unknown {
  return 'example' in schema ? schema.example : 'enum' in schema && schema.enum?.[0]
}

function bodyExample({ operation: { requestBody } }: DocumentedOperation): Fields | undefined {
  return requestBody && 'content' in requestBody
    ? requestBody.content['application/json']?.example
    : undefined
}

async function operationOf(
  { sandbox: { file } }: Fixture,
  matches: (operation: DocumentedOperation) => boolean,
): Promise<DocumentedOperation> {
  const found = (await readOperations(file.url)).find(matches)
  if (found) return found
  throw new Error('The document has no such operation.')
}

function routeOf(title: string): Route {
  const route = routesByTitle.get(title)
  if (route) return route
  throw new Error(`There is no ${title}.`)
}
