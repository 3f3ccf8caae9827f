import type { SignedMessage } from '../credentials/signed-headers.ts'
import type { ApiCall, ApiResponse } from '../http/api-client.ts'
import { type DocumentedOperation, operationsOf, type ServedDocument } from './response-schemas.ts'

let read: Promise<readonly DocumentedOperation[]> | undefined

/**
 * Every operation of the document, which is the same for all services: read from the first one of this process, because
 * building it takes a fifth of a second.
 */
export function readOperations(url: string): Promise<readonly DocumentedOperation[]> {
  read ??= fetchOperations(url)
  return read
}

async function fetchOperations(url: string): Promise<readonly DocumentedOperation[]> {
  const response = await fetch(`${url}/openapi.json`)
  return operationsOf((await response.json()) as ServedDocument)
}

/** The title of an operation: `GET /ens/v1/ens`. */
export function titleOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`
}

/** A request that succeeds with valid credentials, without them. */
export interface ValidInput {
  /** Path parameters, by name. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The message to sign, and its signer; absent: any message for mainnet, by the fixture's holder. */
  readonly signed?: SignedMessage
}

/** Sends the request of an operation. */
export function sendOperation(
  call: ApiCall,
  { method, path }: { readonly method: string; readonly path: string },
  { params = {}, query, body }: ValidInput,
  headers: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return call(method.toUpperCase(), target + search, { headers, body })
}
