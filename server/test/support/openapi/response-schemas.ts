import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import { expect } from 'vitest'
import { observeError } from './observed-errors.ts'

/** The parts of the document that a service always fills. */
export type ServedDocument = OpenAPIV3_1.Document<Extensions> & {
  readonly paths: OpenAPIV3_1.PathsObject<Extensions>
}

interface Extensions {
  /** Absent: of a file. */
  readonly 'x-max-response-bytes'?: number
}

/** A JSON response and its request. */
export interface DocumentedResponse {
  readonly method: string
  /** With or without a query. */
  readonly path: string
  readonly status: number
  readonly body: unknown
}

const httpMethods = ['get', 'post', 'put', 'patch', 'delete'] as const

type HttpMethod = (typeof httpMethods)[number]

/** An operation of the document with its path and method. */
export interface DocumentedOperation {
  readonly path: string
  readonly method: HttpMethod
  readonly operation: OpenAPIV3_1.OperationObject<Extensions>
}

export function operationsOf({ paths }: ServedDocument): readonly DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    httpMethods.flatMap((method) => {
      const operation = item?.[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
}

/**
 * Creates a check that a response has the schema that the OpenAPI document declares for its operation and status. A
 * request for no operation of the document (an unknown path, an unsupported method) may only get an error.
 */
export function createResponseCheck(document: ServedDocument): (response: DocumentedResponse) => void {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': isIsoTime, uri: URL.canParse } })
  ajv.addSchema(document, 'document')
  const operationOf = operationFinder(document)

  return ({ method, path, status, body }) => {
    const [pathname = ''] = path.split('?', 1)
    const found = operationOf(method, pathname)
    const pointer = found
      ? ['paths', found.path, found.method, 'responses', `${status}`, 'content', 'application/json', 'schema']
      : ['components', 'schemas', 'Failure']
    const validate = ajv.getSchema(`document#/${pointer.map(pointerPart).join('/')}`)
    const title = `${method} ${pathname.slice(0, 80)} ${status}`
    if (!validate) throw new Error(`${title} is not documented: ${JSON.stringify(body)}`)
    expect(validate(body) ? [] : validate.errors, `${title} is as documented`).toEqual([])
    const failure = wireNameIn(body)
    if (found && failure) {
      expect(errorNamesOf(found, status), title).toContain(failure)
      observeError(found.operation.operationId ?? '', failure)
    }
  }
}

/** The wire name of an error in an envelope; undefined for any other response. */
function wireNameIn(body: unknown): string | undefined {
  const { error } = Object((body as { readonly result?: unknown } | null)?.result)
  return typeof error === 'string' ? error.split(':', 1)[0] : undefined
}

/** The wire names that the document lists for a status of an operation, separated by commas. */
function errorNamesOf({ operation }: DocumentedOperation, status: number): readonly string[] {
  const response = operation.responses?.[status]
  return response && 'description' in response ? response.description.split(', ') : []
}

function isIsoTime(text: string) {
  return new Date(text).toISOString() === text
}

/**
 * Finds the operation of a request. As in the router, a path without parameters takes precedence over one with them.
 */
export function operationFinder(document: ServedDocument) {
  const operations = operationsOf(document)
  const paths = Object.keys(document.paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: patternOf(path) }))
  return (method: string, pathname: string) => {
    const path = paths.find(({ pattern }) => pattern.test(pathname))?.path
    return operations.find((one) => one.path === path && one.method === method.toLowerCase())
  }
}

/** `/a/{b}` as a pattern for real paths. */
function patternOf(path: string) {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`)
}

/** A part of a JSON pointer (RFC 6901) in the fragment of a URI. */
function pointerPart(name: string) {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
