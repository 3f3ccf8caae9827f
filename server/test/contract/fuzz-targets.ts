import type fc from 'fast-check'
import { expect } from 'vitest'
import { isObject } from '../../src/is-object.ts'
import { toSignedHeaders } from '../support/credentials/signed-headers.ts'
import { sendRequest } from '../support/http/send-request.ts'
import { readMountedRoutes } from '../support/openapi/mounted-routes.ts'
import { readOperations, titleOf } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import type { TestService } from '../support/service/service.ts'
import type { prepareFuzzDictionary } from './fuzz-dictionary.ts'
import { type Credentials, type FuzzDictionary, type FuzzRequest, requestsOf } from './fuzz-requests.ts'
import { toolRequests, toolTitles } from './fuzz-tools.ts'
import { type Surface, undocumentedOperations } from './undocumented-operations.ts'

type Subject = Awaited<ReturnType<typeof prepareFuzzDictionary>>

/** What is sent hostile requests: an operation, a route that the document does not have, or a tool for models. */
export interface FuzzTarget {
  readonly title: string
  /** It leaves the subject as it is. */
  readonly isRead: boolean
  readonly requestsOf: (subject: Subject) => fc.Arbitrary<FuzzRequest>
  /** Sends a request, expects what holds for each response, and returns its status. */
  readonly send: (request: FuzzRequest) => Promise<number>
}

/** Statuses of upstream failures, where an operation documents them. */
const upstreamStatuses = [502, 503, 504]

/**
 * Everything that the service has mounted. `admin`: a key with that scope; absent: all that needs neither key nor session, and
 * the other routes without one.
 */
export async function readFuzzTargets(
  service: TestService,
  admin: string | undefined,
): Promise<readonly FuzzTarget[]> {
  const documented = await readOperations(service.url)
  const others = undocumentedOperations(await readMountedRoutes(service.context), documented)
  const operations = documented.filter(
    ({ operation }) =>
      admin !== undefined || !/apiKey|adminKey|session/.test(JSON.stringify(operation.security ?? [])),
  )
  const key = admin && service.key
  return [
    ...operations.map(
      (operation): FuzzTarget => ({
        title: titleOf(operation),
        isRead: operation.method === 'get',
        requestsOf: ({ dictionary, signed, session }) =>
          requestsOf(
            operation,
            dictionary,
            credentialsOf(operation, { service, admin, session, signed: toSignedHeaders(signed) }),
          ),
        send: (request) => sendDocumented(service, operation, request),
      }),
    ),
    ...others.map(
      (route): FuzzTarget => ({
        title: titleOf(route),
        isRead: route.method === 'get',
        requestsOf: (subject) =>
          requestsOf(route, dictionaryOf(route.surface, subject.dictionary), [
            key === undefined ? {} : surfaceCredentials(route.surface, key, subject),
          ]).map((request) => asForm(route.path, request)),
        send: (request) => sendPlain(service, request),
      }),
    ),
    ...toolTitles.map(
      (title): FuzzTarget => ({
        title,
        isRead: false,
        requestsOf: ({ dictionary }) => toolRequests(title, dictionary, key),
        send: (request) => sendPlain(service, request),
      }),
    ),
  ]
}

function credentialsOf(
  { operation: { security = [] } }: DocumentedOperation,
  {
    service,
    admin,
    session,
    signed,
  }: {
    readonly service: TestService
    readonly admin: string | undefined
    readonly session: Credentials
    readonly signed: Credentials
  },
): readonly [Credentials, ...Credentials[]] {
  if (admin === undefined) return [signed]
  const schemes = security.flatMap((each) => Object.keys(each))
  const withKey = { 'x-api-key': schemes.includes('adminKey') ? admin : service.key, ...signed }
  return schemes.includes('session') ? [withKey, { ...session, ...signed }] : [withKey]
}

/** What the names of members and parameters mean there. */
function dictionaryOf(surface: Surface, dictionary: FuzzDictionary): FuzzDictionary {
  const { username: labels = [], ensDomain: domains = [], subname: names = [], ethAddress = [] } = dictionary
  const addresses = { address: ethAddress, owner: ethAddress }
  const client = ['http://localhost:1/client.json', 'https://127.0.0.1/client.json']
  switch (surface) {
    case 'namestone':
      return {
        ...{ network: ['public_v1', 'public_v1', 'public_v1_sepolia'], domain: domains, name: labels },
        ...{ names: [], ...addresses, '0': ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'] },
      }
    case 'namespace':
      return {
        ...{ name: names, label: labels, parentName: domains, parentNames: [domains], coin: [0, 60] },
        ...{ ...addresses, labelSearch: ['hel', 'a'], key: ['url', 'sender'] },
      }
    case 'oauth':
      return {
        ...dictionary,
        ...{
          client_id: client,
          redirect_uri: ['http://localhost:1/back'],
          grant_type: ['authorization_code'],
        },
        ...{ code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'] },
      }
    case 'page':
      return { ...dictionary, name: [...names, ...domains], color: ['aabbcc', '000000'] }
  }
}

function surfaceCredentials(surface: Surface, key: string, { session }: Subject): Credentials {
  switch (surface) {
    case 'namestone':
      return { authorization: key }
    case 'namespace':
      return { 'x-auth-token': key }
    case 'oauth':
      return session
    case 'page':
      return { accept: 'text/html' }
  }
}

/** Clients of OAuth send forms to these paths. */
function asForm(path: string, request: FuzzRequest): FuzzRequest {
  if (!/^\/oauth\/(token|revoke)$/.test(path) || typeof request.body !== 'string') return request
  const fields: unknown = parse(request.body)
  if (!isObject(fields) || Array.isArray(fields)) return request
  // Some objects have no text form of their own.
  const textOf = (value: unknown) => (isObject(value) ? JSON.stringify(value) : String(value))
  const form = Object.entries(fields).map(([name, value]) => [name, textOf(value).toWellFormed()] as const)
  return {
    ...request,
    headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(Object.fromEntries(form)).toString(),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function sendDocumented(
  service: TestService,
  { path: operationPath, operation }: DocumentedOperation,
  { method, path, headers, body }: FuzzRequest,
): Promise<number> {
  const response = await service.call(method, path, { headers, body })
  const { statusCode = response.status } = response.body as { statusCode?: number }
  const isUpload = response.status === 201 && path.includes('/upload-to-cdn')
  expect(statusCode).toBe(isUpload ? 200 : response.status)
  if (response.status >= 500) expect(upstreamStatuses).toContain(response.status)
  const bytes = Buffer.byteLength(JSON.stringify(response.body))
  if (!isUnbounded(operationPath))
    expect(bytes).toBeLessThanOrEqual(operation['x-max-response-bytes'] ?? Infinity)
  return response.status
}

/**
 * Lists of what a tenant or the operator has created, for their own keys; the fuzzing itself creates more all the time.
 */
function isUnbounded(path: string): boolean {
  return /^\/ens\/v1\/(ens|workspaces|offchain-resolvers)/.test(path)
}

/** The largest are the renderer of the document and a page of names with their records. */
const maxPlainBytes = 8 * 1_048_576

/** What no client may see: of an error that was not foreseen. The SDK has that code with a list of what is invalid, too. */
const internal =
  /InternalServerErrorException|The server failed\.|"code":-32603,"message":"(?!\[)|\n\s+at .+:\d+:\d+/

async function sendPlain(
  service: TestService,
  { method, path, headers, body }: FuzzRequest,
): Promise<number> {
  const response = await sendRequest(method, service.url + path, { headers, body })
  const text = await response.readText()
  const { status } = response
  const context = `${method} ${path.slice(0, 200)}: ${text.slice(0, 300)}`
  if (status >= 500) expect(upstreamStatuses, context).toContain(status)
  if (status === 503) expect(response.headers.has('retry-after'), context).toBe(true)
  if (status >= 400 || path === '/mcp') expect(text).not.toMatch(internal)
  expect(Buffer.byteLength(text), context.slice(0, 200)).toBeLessThanOrEqual(maxPlainBytes)
  return status
}
