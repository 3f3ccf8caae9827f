import { expect } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import { createResponseCheck, type ServedDocument } from '../openapi/response-schemas.ts'
import { type ClientRequest, type SentResponse, sendRequest } from './send-request.ts'

/** A JSON response. Its body has been validated against the OpenAPI document. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export type ApiCall = (method: string, path: string, request?: ClientRequest) => Promise<ApiResponse>

type ResponseCheck = ReturnType<typeof createResponseCheck>

/** Response checks by whether the service takes payments: of all settings, response schemas depend on that alone. */
const responseChecks = new Map<boolean, Promise<ResponseCheck>>()

/**
 * Reads the document of the first service with or without payments. Generating and compiling it takes half a second.
 */
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

/** A client of the service at `url` that validates every response against the OpenAPI document of the service. */
export async function createClient(url: string): Promise<ApiCall> {
  const check = await responseCheckOf(url)

  return async (method, path, request = {}) => {
    const response = await sendRequest(method, url + path, request)
    const type = response.headers.get('content-type') ?? ''
    if (/^(text\/event-stream|application\/jsonl|image\/)/.test(type)) {
      await response.discard()
      return withoutData(response)
    }
    expect(type).toMatch(/^application\/json/)
    const result = { status: response.status, headers: response.headers, body: await response.readJson() }
    check({ method, path, ...result })
    return result
  }
}

/** For `catch`: ignores the error of a lost connection, and throws any other error. */
export function ignoreConnectionError(error: unknown): undefined {
  const isOfConnection = error instanceof TypeError || (error instanceof Error && 'code' in error)
  if (!isOfConnection) throw error
}

interface Envelope<Data> {
  readonly statusCode: number
  readonly result: { readonly data: Data; readonly error: string | null }
}

/** Safe because the client has validated the body, and every documented body outside the gateway is an envelope. */
function envelopeOf<Data>({ body }: ApiResponse) {
  return body as Envelope<Data>
}

/**
 * Expects success and returns the data of the envelope. `statusCode` is that of the envelope, where it differs from the
 * status.
 */
export function dataOf<Data>(response: ApiResponse, status = 200, statusCode = status): Data {
  const { result, ...envelope } = envelopeOf<Data>(response)
  expect({ status: response.status, error: result.error }).toEqual({ status, error: null })
  expect(envelope.statusCode).toBe(statusCode)
  return result.data
}

/** Expects an error of the error table, in the envelope, with a message after its wire name. */
export function expectError(response: ApiResponse, status: number, wireName: ErrorName): void {
  const { statusCode, result } = envelopeOf<null>(response)
  expect(result.error).toMatch(new RegExp(`^${wireName}: .+`))
  expect({ status: response.status, statusCode, data: result.data }).toEqual({
    status,
    statusCode: status,
    data: null,
  })
}

/** As an answer without data. */
function withoutData({ status, headers }: SentResponse): ApiResponse {
  return { status, headers, body: { statusCode: status, result: { data: null, error: null } } }
}
