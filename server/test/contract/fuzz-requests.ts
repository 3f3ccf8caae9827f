import fc from 'fast-check'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { DocumentedOperation } from '../support/response-schemas.ts'
import { hostileBody, hostileHeader, hostileText, hostileValue } from './hostile.ts'

/** A request as the client of the tests sends it. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
}

/** Values that get past the first checks, by the name of the parameter or field that they are for. */
export type FuzzDictionary = Readonly<Record<string, readonly unknown[]>>

type Schema = OpenAPIV3_1.SchemaObject

/** Requests of an operation: some as the document says, most with something wrong somewhere. */
export function requestsOf(
  { path, method, operation }: DocumentedOperation,
  words: FuzzDictionary,
  credentials: Readonly<Record<string, string>>,
): fc.Arbitrary<FuzzRequest> {
  const parameters = (operation.parameters ?? []).flatMap((one) => ('in' in one ? [one] : []))
  const parametersIn = (place: string) => parameters.filter((one) => one.in === place)
  return fc
    .record({
      segments: fc.tuple(...parametersIn('path').map(({ name }) => segmentOf(words[name] ?? []))),
      query: fc.tuple(...parametersIn('query').map((parameter) => pairsOf(parameter, words))),
      strange: fc.oneof({ weight: 20, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: strangePairs }),
      headers: headersOf(credentials),
      contentType: contentTypes,
      body: bodyOf(operation, words),
    })
    .map(({ segments, query, strange, headers, contentType, body }) => {
      const names = parametersIn('path').map(({ name }) => name)
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segments[names.indexOf(name)] ?? '')
      const pairs = [...query.flat(), ...strange].join('&')
      return {
        method: method.toUpperCase(),
        path: `${target}${pairs && `?${pairs}`}`,
        headers: { ...headers, ...(typeof body === 'string' && { 'content-type': contentType }) },
        body,
      }
    })
}

const strangePairs = fc.constantFrom('a[b]=c', '__proto__=1', '=', '&&', '%zz=1').map((pair) => [pair])

const contentTypes = fc.oneof(
  { weight: 30, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'nothing',
    ),
  },
)

/** One part of a path, encoded or, now and then, wrongly so. Empty ones and dots would make it another path. */
function segmentOf(words: readonly unknown[]): fc.Arbitrary<string> {
  return fc
    .oneof(
      { weight: words.length && 20, arbitrary: oneOf(words).map(encode) },
      { weight: 4, arbitrary: hostileText.map(encode) },
      { weight: 1, arbitrary: fc.constantFrom('%zz', '%', '%ff', '%00', '%2e%2e%2f', 'a%2fb') },
    )
    .filter((segment) => !/^(\.|%2e){0,2}$/i.test(segment))
}

/** A query parameter: left out, given once, or more often. */
function pairsOf(
  { name, schema, required }: OpenAPIV3_1.ParameterObject,
  words: FuzzDictionary,
): fc.Arbitrary<readonly string[]> {
  return fc
    .oneof(
      { weight: 20, arbitrary: fc.tuple(someValueOf(schema as Schema, words, name)) },
      { weight: required ? 1 : 40, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(hostileValue, { minLength: 2, maxLength: 3 }) },
    )
    .map((values) => values.flat().map((value) => `${name}=${encode(value)}`))
}

function encode(value: unknown): string {
  return encodeURIComponent((typeof value === 'string' ? value : `${JSON.stringify(value)}`).toWellFormed())
}

function bodyOf(
  { requestBody }: OpenAPIV3_1.OperationObject,
  words: FuzzDictionary,
): fc.Arbitrary<string | FormData | undefined> {
  if (!requestBody || !('content' in requestBody)) return fc.constant(undefined)
  if ('multipart/form-data' in requestBody.content) return formOf
  const schema = requestBody.content['application/json']?.schema as Schema
  return fc.oneof(
    { weight: 20, arbitrary: someValueOf(schema, words).map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: hostileBody },
  )
}

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const formOf = fc
  .record({
    file: fc.option(fc.oneof(fc.constant(png), fc.uint8Array({ maxLength: 200 }))),
    signature: fc.option(hostileText),
    strange: fc.option(fc.tuple(hostileText, hostileText)),
  })
  .map(({ file, signature, strange }) => {
    const form = new FormData()
    if (file) form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png')
    if (signature !== null) form.append('signature', signature)
    if (strange) form.append(...strange)
    return form
  })

/** Good credentials, mostly; and headers that nobody should be impressed by. */
function headersOf(credentials: Readonly<Record<string, string>>): fc.Arbitrary<Record<string, string>> {
  return fc
    .tuple(
      fc.record(
        Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, usually(value)])),
      ),
      fc.dictionary(fc.constantFrom(...irrelevantHeaders), hostileHeader, { maxKeys: 2 }),
    )
    .map(([good, strange]) => ({ ...strange, ...good }))
}

const irrelevantHeaders = [
  'origin',
  'accept',
  'content-encoding',
  'x-rpc-url',
  'authorization',
  'range',
  'cookie',
]

function usually(value: string): fc.Arbitrary<string> {
  return fc.oneof({ weight: 40, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: hostileHeader })
}

function oneOf(words: readonly unknown[]): fc.Arbitrary<unknown> {
  return words.length > 0 ? fc.constantFrom(...words) : hostileValue
}

/** A value for a schema: a known word for its name, something that fits, or something that does not. */
function someValueOf(schema: Schema, words: FuzzDictionary, name = ''): fc.Arbitrary<unknown> {
  const known = words[name] ?? []
  return fc.oneof(
    { weight: known.length && 30, arbitrary: oneOf(known) },
    { weight: known.length ? 2 : 30, arbitrary: fittingValueOf(schema, words, name) },
    { weight: 1, arbitrary: hostileValue },
  )
}

function fittingValueOf(schema: Schema, words: FuzzDictionary, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fittingValueOf(one as Schema, words, name)))
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, one]) => [
            key,
            someValueOf(one as Schema, words, key),
          ]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      )
    case 'array':
      return fc.array(someValueOf(schema.items as Schema, words, name), { maxLength: 4 })
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2 ** 31 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return hostileText
  }
}
