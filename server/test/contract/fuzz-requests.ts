import fc from 'fast-check'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import { hostileBody, hostileHeader, hostileText, hostileValue } from './hostile.ts'

/** A request for the client of the tests. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
}

/** Values that pass the first validation, by the name of the parameter or field. */
export type FuzzDictionary = Readonly<Record<string, readonly unknown[]>>

type Schema = OpenAPIV3_1.SchemaObject

/** Headers by their name. */
export type Credentials = Readonly<Record<string, string>>

/** Requests of an operation, with one of the credentials: some valid, most of them invalid somewhere. */
export function requestsOf(
  { path, method, operation }: Pick<DocumentedOperation, 'path' | 'method' | 'operation'>,
  dictionary: FuzzDictionary,
  credentials: readonly [Credentials, ...Credentials[]],
): fc.Arbitrary<FuzzRequest> {
  const parameters = (operation.parameters ?? []).flatMap((one) => ('in' in one ? [one] : []))
  const parametersIn = (location: string) => parameters.filter((one) => one.in === location)
  return fc
    .record({
      segments: fc.tuple(...parametersIn('path').map(({ name }) => segmentOf(dictionary[name] ?? []))),
      query: fc.tuple(...parametersIn('query').map((parameter) => pairsOf(parameter, dictionary))),
      extra: fc.oneof({ weight: 20, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: invalidPairs }),
      headers: fc.oneof(...credentials.map(headersOf)),
      contentType: contentTypes,
      body: bodyOf(operation, dictionary),
    })
    .map(({ segments, query, extra, headers, contentType, body }) => {
      const names = parametersIn('path').map(({ name }) => name)
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segments[names.indexOf(name)] ?? '')
      const pairs = [...query.flat(), ...extra].join('&')
      return {
        method: method.toUpperCase(),
        path: `${target}${pairs && `?${pairs}`}`,
        headers: { ...headers, ...(typeof body === 'string' && { 'content-type': contentType }) },
        body,
      }
    })
}

const invalidPairs = fc.constantFrom('a[b]=c', '__proto__=1', '=', '&&', '%zz=1').map((pair) => [pair])

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

/** One segment of a path, encoded or, rarely, malformed. Empty ones and dots would make it another path. */
function segmentOf(dictionary: readonly unknown[]): fc.Arbitrary<string> {
  return fc
    .oneof(
      { weight: dictionary.length && 20, arbitrary: oneOf(dictionary).map(encode) },
      { weight: 4, arbitrary: hostileText.map(encode) },
      { weight: 1, arbitrary: fc.constantFrom('%zz', '%', '%ff', '%00', '%2e%2e%2f', 'a%2fb') },
    )
    .filter((segment) => !/^(\.|%2e){0,2}$/i.test(segment))
}

/** A query parameter: absent, given once, or repeated. */
function pairsOf(
  { name, schema, required }: OpenAPIV3_1.ParameterObject,
  dictionary: FuzzDictionary,
): fc.Arbitrary<readonly string[]> {
  return fc
    .oneof(
      { weight: 20, arbitrary: fc.tuple(someValueOf(schema as Schema, dictionary, name)) },
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
  dictionary: FuzzDictionary,
): fc.Arbitrary<string | FormData | undefined> {
  if (!requestBody || !('content' in requestBody)) return fc.constant(undefined)
  if ('multipart/form-data' in requestBody.content) return formOf
  const schema = requestBody.content['application/json']?.schema as Schema
  return fc.oneof(
    { weight: 20, arbitrary: someValueOf(schema, dictionary).map((value) => JSON.stringify(value) ?? '') },
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
    extra: fc.option(fc.tuple(hostileText, hostileText)),
  })
  .map(({ file, signature, extra }) => {
    const form = new FormData()
    if (file) form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png')
    if (signature !== null) form.append('signature', signature)
    if (extra) form.append(...extra)
    return form
  })

/** Mostly valid credentials; and headers that must have no effect. */
function headersOf(credentials: Credentials): fc.Arbitrary<Record<string, string>> {
  return fc
    .tuple(
      fc.record(
        Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, mostlyValid(value)])),
      ),
      fc.dictionary(fc.constantFrom(...irrelevantHeaders), hostileHeader, { maxKeys: 2 }),
    )
    .map(([good, extra]) => ({ ...extra, ...good }))
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

function mostlyValid(value: string): fc.Arbitrary<string> {
  return fc.oneof({ weight: 40, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: hostileHeader })
}

function oneOf(dictionary: readonly unknown[]): fc.Arbitrary<unknown> {
  return dictionary.length > 0 ? fc.constantFrom(...dictionary) : hostileValue
}

/** A value for a schema: a known value for its name, a valid one, or an invalid one. */
export function someValueOf(schema: Schema, dictionary: FuzzDictionary, name = ''): fc.Arbitrary<unknown> {
  const known = dictionary[name] ?? []
  return fc.oneof(
    { weight: known.length && 30, arbitrary: oneOf(known) },
    { weight: known.length ? 2 : 30, arbitrary: validValueOf(schema, dictionary, name) },
    { weight: 1, arbitrary: hostileValue },
  )
}

function validValueOf(schema: Schema, dictionary: FuzzDictionary, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf)
    return fc.oneof(...schema.anyOf.map((one) => validValueOf(one as Schema, dictionary, name)))
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, one]) => [
            key,
            someValueOf(one as Schema, dictionary, key),
          ]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      )
    case 'array':
      return fc.array(someValueOf(schema.items as Schema, dictionary, name), { maxLength: 4 })
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
