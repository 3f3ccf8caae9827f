import { expect } from 'vitest'
import type { ErrorName } from '../../src/errors.ts'
import { createResponseCheck, type ServedDocument } from './response-schemas.ts'

/** A JSON answer. Its body has been checked against the OpenAPI document. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export interface ClientRequest {
  /** A string is sent as it is, a form as one, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request. */
export type ApiCall = (method: string, path: string, request?: ClientRequest) => Promise<ApiResponse>

type ResponseCheck = ReturnType<typeof createResponseCheck>

/** Checks against the document of a service, by whether the service takes payments: of settings, responses depend on that alone. */
const responseChecks = new Map<boolean, Promise<ResponseCheck>>()

/** Reads the document of the first service with or without payments. It takes half a second to make and to compile. */
async function responseCheckOf(url: string): Promise<ResponseCheck> {
  const manifest = (await (await fetch(`${url}/.well-known/x402.json`)).json()) as { resources: unknown[] }
  const isPaid = manifest.resources.length > 0
  const check = responseChecks.get(isPaid) ?? readResponseCheck(url)
  responseChecks.set(isPaid, check)
  check.catch(() => responseChecks.delete(isPaid))
  return check
}

async function readResponseCheck(url: string): Promise<ResponseCheck> {
  const served = await fetch(`${url}/openapi.json`)
  return createResponseCheck((await served.json()) as ServedDocument)
}

/** A client of the service at `url` that trusts no answer which the OpenAPI document of the service does not describe. */
export async function createClient(url: string): Promise<ApiCall> {
  const check = await responseCheckOf(url)

  return async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(isJson(body) && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      }),
    })
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const answer = { status: response.status, headers: response.headers, body: await response.json() }
    check({ method, path, ...answer })
    return answer
  }
}

/** For `catch`: what `fetch` rejects with when the other side is gone; any other error is one. */
export function ignoreConnectionError(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error
}

/** `fetch` itself says what a form is. */
function isJson(body: unknown) {
  return body !== undefined && !(body instanceof FormData)
}

interface Envelope<Data> {
  readonly statusCode: number
  readonly result: { readonly data: Data; readonly error: string | null }
}

/** Safe because the client has checked the body, and every documented body outside the gateway is an envelope. */
function envelopeOf<Data>({ body }: ApiResponse) {
  return body as Envelope<Data>
}

/**
 * Expects success and gives its payload; `Data` is the type that the operation's schema says. `statusCode` is that of the
 * envelope, where it is not the status.
 */
export function dataOf<Data>(answer: ApiResponse, status = 200, statusCode = status): Data {
  const { result, ...envelope } = envelopeOf<Data>(answer)
  expect({ status: answer.status, error: result.error }).toEqual({ status, error: null })
  expect(envelope.statusCode).toBe(statusCode)
  return result.data
}

/** Expects one failure of the error table, in the envelope, with a sentence behind its wire name. */
export function expectError(answer: ApiResponse, status: number, wireName: ErrorName): void {
  const { statusCode, result } = envelopeOf<null>(answer)
  expect(result.error).toMatch(new RegExp(`^${wireName}: .+`))
  expect({ status: answer.status, statusCode, data: result.data }).toEqual({
    status,
    statusCode: status,
    data: null,
  })
}
