import { type ApiResponse, dataOf } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import type { OnChain } from './on-chain.ts'

export interface WireTemplate {
  readonly id: string
  readonly name: string
  readonly texts: readonly { readonly key: string; readonly value: string }[]
  readonly addresses: readonly { readonly coinType: number; readonly address: string }[]
  readonly contentHash: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

type Owner = Pick<TestService, 'call' | 'key'>
/** `part`: behind the collection, such as `/{id}`. */
export function sendTemplate(
  { call, key }: Owner,
  method: string,
  { name, chainId }: OnChain,
  { part = '', body }: { readonly part?: string; readonly body?: object } = {},
): Promise<ApiResponse> {
  return call(method, `/byname/v1/domains/${name}/templates${part}?chainId=${chainId}`, {
    headers: { 'x-api-key': key },
    ...(body && { body }),
  })
}

export async function addTemplate(owner: Owner, domain: OnChain, body: object): Promise<WireTemplate> {
  return dataOf<WireTemplate>(await sendTemplate(owner, 'POST', domain, { body }), 201)
}
