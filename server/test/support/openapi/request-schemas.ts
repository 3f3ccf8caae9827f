import type { IncomingHttpHeaders } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import { type DocumentedOperation, operationFinder, type ServedDocument } from './response-schemas.ts'

type Schema = OpenAPIV3_1.SchemaObject
type SecurityScheme = OpenAPIV3_1.SecuritySchemeObject

export interface SentRequest {
  readonly method: string
  /** With or without a query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

/**
 * Creates a check of requests, which returns how one departs from the OpenAPI document: its parameters, its body, and its
 * credentials. Values are read from their text here, not by the code of the service.
 */
export function createRequestCheck(
  document: ServedDocument,
): (request: SentRequest) => Promise<readonly string[]> {
  const formats = {
    'date-time': (value: string) => !Number.isNaN(Date.parse(value)),
    binary: true as const,
    uri: URL.canParse,
  }
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
  const operationOf = operationFinder(document)
  const problemsOf = (place: string, schema: Schema, value: unknown) => {
    const validate = ajv.compile(schema)
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${place}${instancePath} ${message}`)
  }

  return async (request) => {
    const { method, path, headers } = request
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const found = operationOf(method, pathname)
    if (!found) return []
    const sent = {
      query: valuesOf(searchParams),
      path: pathValues(found.path, pathname),
      header: headerValues(headers),
    }
    const parameters = parametersOf(found)
    const body = await bodyOf(request)
    return [
      ...parameters.flatMap(({ in: place, name, required, schema }) => {
        const values = sent[place].get(name)
        if (values) return problemsOf(`${place} ${name}`, schema, decode(schema, values))
        return required ? [`${place} ${name} is missing`] : []
      }),
      ...(pathname.startsWith('/byname/')
        ? Array.from(sent.query.keys())
            .filter((name) => !parameters.some((each) => each.in === 'query' && each.name === name))
            .map((name) => `query ${name} is not documented`)
        : []),
      ...bodyProblems(found, headers, body, problemsOf),
      ...(isAuthorized(document, found, headers, body) ? [] : ['no documented credentials']),
    ].map((problem) => `${method} ${found.path}: ${problem}`)
  }
}

interface Parameter {
  readonly in: 'query' | 'path' | 'header'
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

/** Safe: the document has these three places, and the schema of each parameter in it. */
function parametersOf({ operation: { parameters = [] } }: DocumentedOperation): readonly Parameter[] {
  return parameters as readonly Parameter[]
}

type Values = ReadonlyMap<string, readonly string[]>

/** `name[]` and `name[0]`, as HTTP libraries write lists, are `name`. */
function valuesOf(query: URLSearchParams): Values {
  const named = Array.from(query, ([name, value]) => ({ name: name.replace(/\[\d*\]$/, ''), value }))
  const present = named.filter(({ value }) => value !== '')
  return new Map(
    Array.from(
      Map.groupBy(present, ({ name }) => name),
      ([name, all]) => [name, all.map(({ value }) => value)],
    ),
  )
}

function pathValues(template: string, pathname: string): Values {
  const parts = pathname.split('/')
  return new Map(
    template.split('/').flatMap((part, index) => {
      const name = /^\{(\w+)\}/.exec(part)?.[1]
      return name === undefined ? [] : [[name, [decodeURIComponent(parts[index] ?? '')]]]
    }),
  )
}

function headerValues(headers: IncomingHttpHeaders): Values {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat()]])),
  )
}

/** The value that a text stands for in the type of its schema; a text that has no such value stays. */
function decode(schema: Schema, values: readonly string[]): unknown {
  const options = [schema, ...((schema.anyOf ?? []) as readonly Schema[])]
  const list = options.find(({ type }) => type === 'array')
  if (list) return values.map((value) => decode(('items' in list ? list.items : {}) as Schema, [value]))
  const [text = ''] = values
  const types = options.flatMap(({ type }) => type ?? [])
  if (values.length > 1) return values
  if (types.includes('integer') && /^\d+$/.test(text)) return Number(text)
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

type Problems = (place: string, schema: Schema, value: unknown) => readonly string[]

function bodyProblems(
  { operation: { requestBody } }: DocumentedOperation,
  headers: IncomingHttpHeaders,
  body: unknown,
  problemsOf: Problems,
): readonly string[] {
  if (!(requestBody && 'content' in requestBody)) return []
  if (body === undefined) return requestBody.required ? ['the body is missing'] : []
  const type = mediaTypeOf(headers)
  const schema = requestBody.content[type]?.schema
  return schema ? problemsOf('body', schema as Schema, body) : [`the body is ${type}`]
}

function mediaTypeOf(headers: IncomingHttpHeaders): string {
  return headers['content-type']?.split(';', 1)[0] ?? ''
}

/** A form as an object, whose files are empty texts; anything else as JSON. */
async function bodyOf({ headers, body }: SentRequest): Promise<unknown> {
  if (body.length === 0) return undefined
  if (mediaTypeOf(headers) !== 'multipart/form-data') return JSON.parse(new TextDecoder().decode(body))
  const form = await new Response(Buffer.from(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  return Object.fromEntries(Array.from(form, ([name, part]) => [name, typeof part === 'string' ? part : '']))
}

/** Whether the request has the credentials of an alternative; a signature in the body replaces its header. */
function isAuthorized(
  { components = {} }: ServedDocument,
  { operation: { security = [] } }: DocumentedOperation,
  headers: IncomingHttpHeaders,
  body: unknown,
): boolean {
  const hasCredential = (name: string) => {
    // Safe: the document has its schemes in place, not as references.
    const scheme = components.securitySchemes?.[name] as SecurityScheme | undefined
    if (scheme?.type === 'http')
      return headers.authorization?.toLowerCase().startsWith(`${scheme.scheme.toLowerCase()} `) === true
    if (scheme?.type !== 'apiKey') return false
    if (scheme.in === 'cookie') return headers.cookie?.includes(`${scheme.name}=`) === true
    return headers[scheme.name] !== undefined || (name === 'signature' && 'signature' in Object(body))
  }
  return security.length === 0 || security.some((schemes) => Object.keys(schemes).every(hasCredential))
}
