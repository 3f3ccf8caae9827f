import type { Address } from 'viem'
import type { ApiResponse } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import { type MessageFields, type Signer, signedHeaders } from './signed-headers.ts'

type Client = Pick<TestService, 'call'>

/** The host at which requests with a single-use message reach the service: that of the messages of `signedHeaders`. */
export const ownHost = { host: 'localhost:3333' }

/** The resources of a single-use message, as clients compose them. */
export function purposeOf(action: string, parts: Readonly<Record<string, string>>): string[] {
  return Object.entries({ action, ...parts }).map(
    ([kind, value]) => `byname:${kind}/${encodeURIComponent(value)}`,
  )
}

export function transferResources(name: string, to: Address): string[] {
  return purposeOf('transfer', { name, to: to.toLowerCase() })
}

type Headers = Readonly<Record<string, string>>

/** Transfers a name of mainnet; `headers` replace those of the holder's message for it. */
export async function transfer(
  { call }: Client,
  holder: Signer,
  name: string,
  to: Address,
  headers: Headers = {},
): Promise<ApiResponse> {
  const fields = { chainId: 1, resources: transferResources(name, to) }
  return sendTransfer({ call }, name, to, { ...(await signedHeaders(holder, fields)), ...headers })
}

export function sendTransfer(
  { call }: Client,
  name: string,
  to: Address,
  headers: Headers,
): Promise<ApiResponse> {
  return call('POST', `/byname/v1/names/${encodeURIComponent(name)}/transfer?chainId=1`, {
    headers: { ...ownHost, ...headers },
    body: { to },
  })
}

/** Headers of the message for the release of a name of mainnet. */
export function releaseHeaders(holder: Signer, name: string, fields: Partial<MessageFields> = {}) {
  return signedHeaders(holder, { chainId: 1, resources: purposeOf('release', { name }), ...fields })
}

export function sendRelease({ call }: Client, name: string, headers: Headers): Promise<ApiResponse> {
  return call('DELETE', `/byname/v1/names/${encodeURIComponent(name)}?chainId=1`, {
    headers: { ...ownHost, ...headers },
  })
}
