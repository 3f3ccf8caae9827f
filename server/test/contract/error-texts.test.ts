import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, it } from 'vitest'
import { createAdminKey } from '../support/credentials/api-keys.ts'
import { createWallet, signMessage, toSignedHeaders } from '../support/credentials/signed-headers.ts'
import { readOperations, titleOf } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import { describeService } from '../support/service/describe-service.ts'

type Schema = OpenAPIV3_1.SchemaObject

/** Phrases in errors of zod, Fastify, ajv and V8's JSON parser. */
const libraryWords =
  /Invalid (input|option|string|key|element|ISO|UU?ID|URL|email)|Too (small|big)|expected [a-z]+ to|, received|Unrecognized key|must NOT|must (have|be) (required|string|integer|number|object|array|boolean|equal)|Unexpected (token|end|non)|in JSON at|FST_|ZodError|undefined|\[object/

/** The example of a value in the document, or a value of the documented type. */
function sampleOf(schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example
  const [first] = (schema.anyOf ?? []) as readonly Schema[]
  if (first) return sampleOf(first)
  if (schema.enum) return schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sampleOf(one as Schema)]),
      )
    case 'array':
      return [sampleOf(('items' in schema ? schema.items : {}) as Schema)]
    case 'integer':
      return 1
    case 'boolean':
      return true
    default:
      return 'a'
  }
}

/** Values that hardly any member accepts: absent, of other types, empty, and too large. */
const wrongValues = [
  undefined,
  null,
  5,
  -1,
  1.5,
  true,
  '',
  'x'.repeat(20_000),
  [],
  Array.from({ length: 2000 }, () => 'x'),
  [null, 5, {}],
  {},
  { key: 5 },
] as const

/** Copies of a value in each of which one member, at any depth, is replaced by a wrong value. */
function* wrongCopies(value: unknown): Generator<unknown> {
  yield* wrongValues
  if (Array.isArray(value))
    for (const [index, entry] of value.entries())
      for (const wrong of wrongCopies(entry)) yield value.with(index, wrong)
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      for (const wrong of wrongCopies(member)) yield { ...value, [name]: wrong }
}

function parametersOf({ operation }: DocumentedOperation, location: string) {
  return (operation.parameters ?? []).flatMap((one) => ('in' in one && one.in === location ? [one] : []))
}

function queryOf(operation: DocumentedOperation) {
  return parametersOf(operation, 'query').map(
    ({ name, schema }) => [name, sampleOf(schema as Schema)] as const,
  )
}

function queryText(pairs: Iterable<readonly [name: string, value: unknown]>): string {
  const query = new URLSearchParams()
  for (const [name, value] of pairs)
    for (const one of [value].flat()) if (one !== undefined) query.append(name, `${one}`)
  return query.toString()
}

/** Queries in each of which one parameter is wrong. */
function* wrongQueries(operation: DocumentedOperation): Generator<string> {
  const good = queryOf(operation)
  for (const [wrongName] of good)
    for (const wrong of [undefined, '', 'x'.repeat(5000), '-1', '1.5', 'true', ['x', 'y'], '\0']) {
      yield queryText(good.map(([name, value]) => [name, name === wrongName ? wrong : value] as const))
    }
}

function jsonSchemaOf({ operation: { requestBody } }: DocumentedOperation): Schema | undefined {
  return requestBody && 'content' in requestBody
    ? (requestBody.content['application/json']?.schema as Schema | undefined)
    : undefined
}

describeService('The texts of refusals', (service) => {
  it('rule: no operation returns the sentence of a library for an invalid member', async () => {
    const admin = await createAdminKey(service())
    const signed = toSignedHeaders(await signMessage(createWallet(), { chainId: 1 }))
    const operations = await readOperations(service().url)
    let refused = 0
    for (const operation of operations) {
      const path = operation.path.replace(/\{(\w+)\}/g, 'x')
      const send = async (query: string, body: unknown) => {
        const request = { headers: { 'x-api-key': admin, ...signed }, body }
        const { status, body: response } = await service().call(
          operation.method.toUpperCase(),
          query ? `${path}?${query}` : path,
          request,
        )
        const error = (response as { result?: { error?: unknown } }).result?.error
        if (typeof error !== 'string') return
        expect(error, titleOf(operation)).toMatch(/^[A-Za-z0-9]+: [^\n]+$/)
        expect(error, titleOf(operation)).not.toMatch(libraryWords)
        expect(error.length, error.slice(0, 200)).toBeLessThan(21_500)
        if (status === 400) refused++
      }
      const schema = jsonSchemaOf(operation)
      const body = schema && sampleOf(schema)
      for (const query of wrongQueries(operation)) await send(query, body)
      const query = queryText(queryOf(operation))
      if (schema) for (const wrong of wrongCopies(body)) await send(query, wrong)
    }
    expect(refused).toBeGreaterThan(1000)
  })

  it.each<[title: string, body: unknown, error: string]>([
    ['without a required member', { ensDomain: 'demo.eth', chainId: 1 }, 'username: is missing'],
    [
      'with null for a required member',
      { username: null, ensDomain: 'demo.eth', chainId: null },
      'username: is missing; chainId: is missing',
    ],
    [
      'with a member of another type',
      { username: 5, ensDomain: ['demo.eth'], chainId: 'one' },
      'username: is not text; ensDomain: is not text; chainId: is not a whole number',
    ],
    [
      'with an empty and an overlong member',
      { username: 'x'.repeat(1001), ensDomain: '', chainId: 1 },
      'username: has more than 1000 characters; ensDomain: is empty',
    ],
    [
      'with something wrong inside a list',
      { username: 'a', ensDomain: 'demo.eth', chainId: 1, text: [{ key: 'a', value: 1 }, 'b'] },
      'text.0.value: is not text; text.1: is not an object',
    ],
    ['that is a list', [], 'The body: is not an object'],
  ])('rule: a body %s is rejected in plain words', async (_, body, error) => {
    const headers = { 'x-api-key': service().key }
    const response = await service().call('POST', '/ens/v1/subname/add', { headers, body })
    expect(response.body).toMatchObject({
      statusCode: 400,
      result: { error: `BadRequestException: ${error}` },
    })
  })

  it('rule: an error lists ten issues and counts the others', async () => {
    const text = Array.from({ length: 5000 }, () => ({}))
    const body = { username: 'a', ensDomain: 'demo.eth', chainId: 1, text }
    const response = await service().call('POST', '/ens/v1/subname/add', {
      headers: { 'x-api-key': service().key },
      body,
    })
    expect(response.body).toMatchObject({
      result: { error: expect.stringMatching(/^BadRequestException: text\.0\.key: .+; and 9990 more$/) },
    })
  })

  it.each([
    ['that is no JSON', 'application/json', '{"a":', 400, 'BadRequestException: The body is not valid JSON.'],
    [
      'of another type',
      'text/plain',
      'a',
      415,
      'UnsupportedMediaTypeException: Send the body as application/json.',
    ],
    [
      'that is too large',
      'application/json',
      JSON.stringify({ a: 'x'.repeat(600_000) }),
      413,
      'PayloadTooLargeException: The body is too large.',
    ],
  ] as const)('rule: a body %s is rejected in plain words', async (_, type, body, status, error) => {
    const headers = { 'x-api-key': service().key, 'content-type': type }
    const response = await service().call('POST', '/ens/v1/subname/add', { headers, body })
    expect({ status: response.status, body: response.body }).toMatchObject({
      status,
      body: { result: { error } },
    })
  })
})
