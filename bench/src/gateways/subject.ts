import type { SigningScheme } from '../../../server/src/gateway/digest.ts'
import { resolverAddress } from '../databases/zone.ts'
import { getRequest } from '../load/requests.ts'
import { lookupRequest } from '../lookups/workload.ts'
import type { Launch } from '../servers/process.ts'

/** How a gateway is asked (EIP-3668). */
export interface GatewayForm {
  readonly method: 'GET' | 'POST'
  /** Of its URL template: with `{data}` for GET, and optionally `{sender}`. */
  readonly path: string
}

/** A gateway that is compared. */
export interface Subject {
  readonly title: string
  readonly launch: Launch
  readonly form: GatewayForm
  readonly scheme: SigningScheme
}

interface HttpRequest {
  readonly method: GatewayForm['method']
  readonly path: string
  /** Absent with GET. */
  readonly body?: string
}

/** A lookup as `fetch` sends it. */
export function httpRequestOf({ method, path }: GatewayForm, callData: string): HttpRequest {
  const filled = path.replace('{sender}', resolverAddress).replace('{data}', callData)
  if (method === 'GET') return { method, path: filled }
  return { method, path: filled, body: JSON.stringify({ data: callData, sender: resolverAddress }) }
}

/** The same as bytes. */
export function requestBytes(form: GatewayForm, callData: string): Buffer {
  const { method, path } = httpRequestOf(form, callData)
  return method === 'GET' ? getRequest(path) : lookupRequest(path, callData)
}
