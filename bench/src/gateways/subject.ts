import type { SigningScheme } from '../../../server/src/gateway/digest.ts'
import { resolverAddress } from '../databases/zone.ts'
import { getRequest, postRequest } from '../load/requests.ts'
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

interface LookupRequest {
  readonly method: GatewayForm['method']
  readonly path: string
  /** Absent with GET. */
  readonly body?: string
}

export function lookupRequest({ method, path }: GatewayForm, callData: string): LookupRequest {
  const filled = path.replace('{sender}', resolverAddress).replace('{data}', callData)
  if (method === 'GET') return { method, path: filled }
  return { method, path: filled, body: JSON.stringify({ data: callData, sender: resolverAddress }) }
}

/** The same as bytes. */
export function requestBytes(form: GatewayForm, callData: string): Buffer {
  const { path, body } = lookupRequest(form, callData)
  return body === undefined ? getRequest(path) : postRequest(path, JSON.parse(body), {})
}
