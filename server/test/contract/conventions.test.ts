import { describe, expect, it } from 'vitest'
import { buildDocument } from '../../src/http/openapi/document.ts'
import {
  type DocumentedOperation,
  operationsOf,
  type ServedDocument,
} from '../support/openapi/response-schemas.ts'

/** Lists that are read as a whole and have small entries. */
const feeds = [
  '/byname/v1/events',
  '/byname/v1/names/{name}/history',
  '/byname/v1/domains/{domain}/allow-list',
]

/** Members that lists have beside `data` and `next`. */
const furtherMembers: Readonly<Record<string, readonly string[]>> = {
  '/byname/v1/events': ['isCaughtUp'],
  '/byname/v1/names/{name}/history': ['isCaughtUp'],
  '/byname/v1/domains/{domain}/names': ['total'],
  '/byname/v1/domains/{domain}/managed-names': ['total'],
  '/byname/v1/domains/{domain}/directory': ['claimedNames'],
  '/byname/v1/domains/{domain}/allow-list': ['count'],
}

/** GET operations of one thing, of a few that a bound holds, of the first matches of a search, of a series of numbers (of each tag), of a stream or of a file. */
const single = [
  /\}$/,
  /\/workspaces\/\{workspaceId\}\/names$/,
  /\/names\/\{name\}\/messages$/,
  /\/(page|export|policy|setup|resolution|statistics|avatar|banner|stream|session|instance|health|diagnose|check|availability|former-gateway|anchor|candidate|notes|sealed-set|tags)$/,
  /\/metrics\/history$/,
  /\/sandbox\//,
]

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

type Operation = DocumentedOperation['operation']

// Safe: the document that is built is the document that is served.
const document = buildDocument({}) as unknown as ServedDocument

const own = operationsOf(document)
  .filter(({ path }) => path.startsWith('/byname/v1/'))
  .map(({ path, method, operation }) => {
    const parameters = (operation.parameters ?? []).flatMap((parameter) =>
      'name' in parameter && parameter.in === 'query' ? [parameter] : [],
    )
    const data = schemaOf(schemaOf(responseOf(operation))?.properties?.['result'])?.properties?.['data']
    const body = schemaOf(bodyOf(operation))
    const title = `${method.toUpperCase()} ${path}`
    return { title, path, method, summary: operation.summary ?? '', parameters, data: schemaOf(data), body }
  })

const lists = own.filter(({ path, method }) => method === 'get' && !single.some((form) => form.test(path)))

describe('the convention of /byname/v1', () => {
  it('rule: there are lists', () => {
    expect(lists.length).toBeGreaterThan(10)
  })

  it.each(lists)('rule: a list is `data` and `next`, by `after` and `limit`: $title', (operation) => {
    const { path, data, parameters } = operation
    const members = ['data', 'next', ...(furtherMembers[path] ?? [])]
    expect(Object.keys(data?.properties ?? {}).toSorted()).toEqual(members.toSorted())
    expect(data?.properties?.['data']).toMatchObject({ type: 'array' })
    expect(typesOf(data?.properties?.['next'])).toEqual(['null', 'string'])
    const [after, limit] = ['after', 'limit'].map((name) => parameters.find((each) => each.name === name))
    expect(after).toMatchObject({ required: false, schema: { type: 'string' } })
    const range = feeds.includes(path) ? { maximum: 1000, default: 100 } : { maximum: 100, default: 20 }
    expect(integerOf(limit?.schema as Schema)).toMatchObject({ minimum: 1, ...range })
  })

  it.each(own)('rule: `chainId` is in the query: $title', ({ body }) => {
    expect(Object.keys(body?.properties ?? {})).not.toContain('chainId')
  })

  it.each(own)('rule: what has several orders names them in `order`: $title', ({ parameters }) => {
    const names = parameters.map(({ name }) => name)
    for (const other of ['sort', 'orderBy', 'orderDirection', 'page', 'offset', 'skip'])
      expect(names).not.toContain(other)
  })

  it.each(own)('rule: DELETE removes, no path names a removal: $title', ({ path }) => {
    expect(path).not.toMatch(/\/(delete|remove|revoke|release)$/)
  })

  it('rule: PUT replaces a thing by what is sent; POST of a replacement makes a new secret', () => {
    const replacing = own.filter(({ method, summary }) => method === 'put' || summary.startsWith('Replace '))
    expect(replacing.map(({ title }) => title).filter((title) => !/\/rotate(-secret)?$/.test(title))).toEqual(
      [
        'PUT /byname/v1/names/{name}/sealed-set',
        'PUT /byname/v1/domains/{domain}/claims/{claimId}/notice',
        'PUT /byname/v1/domains/{domain}/claims/{claimId}/notice/push',
        'PUT /byname/v1/domains/{domain}/anchor',
        'PUT /byname/v1/domains/{domain}/former-gateway',
        'PUT /byname/v1/domains/{domain}/allow-list',
      ],
    )
  })

  it('rule: off-chain resolvers have one noun', () => {
    const paths = own.map(({ path }) => path).filter((path) => path.includes('resolver'))
    expect(paths.length).toBeGreaterThan(2)
    for (const path of paths) expect(path).toMatch(/^\/byname\/v1\/offchain-resolvers(\/|$)/)
  })

  it('rule: no list but those is one under another name', () => {
    const others = own.filter((operation) => !lists.includes(operation) && operation.method === 'get')
    for (const { title, data } of others)
      expect(Object.keys(data?.properties ?? {}), title).not.toContain('next')
  })
})

function responseOf(operation: Operation): Schema | undefined {
  const response = operation.responses?.['200'] ?? operation.responses?.['201']
  const content = response && 'content' in response ? response.content : undefined
  return content?.['application/json']?.schema as Schema | undefined
}

function bodyOf(operation: Operation): Schema | undefined {
  const body = operation.requestBody
  const content = body && 'content' in body ? body.content : undefined
  return content?.['application/json']?.schema as Schema | undefined
}

function schemaOf(schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1)
  if (name === undefined) return schema
  return document.components?.schemas?.[name] as Schema | undefined
}

function typesOf(schema: Schema | undefined): readonly string[] {
  const types = [schema, ...(schema?.anyOf ?? [])].flatMap((each) => each?.type ?? [])
  return types.toSorted()
}

/** A nullable integer is a union of two. */
function integerOf(schema: Schema | undefined): Schema {
  const integer = schema?.anyOf?.find(({ type }) => type === 'integer') ?? schema
  return { ...schema, ...integer }
}
