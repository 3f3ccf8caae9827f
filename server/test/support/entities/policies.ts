import { expect } from 'vitest'
import { type ApiResponse, dataOf, expectError } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import type { OnChain } from './on-chain.ts'

type Client = Pick<TestService, 'call' | 'key'>

/** The path of a resource of a domain. */
export function domainPath({ name, chainId }: OnChain, resource: string): string {
  return `/byname/v1/domains/${name}/${resource}?chainId=${chainId}`
}

export function patchPolicy(
  { call, key }: Client,
  domain: OnChain,
  changes: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  return call('PATCH', domainPath(domain, 'policy'), {
    headers: { 'x-api-key': key, ...headers },
    body: changes,
  })
}

export interface WirePolicy {
  readonly version: number
  readonly isIndexed: boolean
  readonly reservedLabels: readonly string[]
  readonly blockedLabels: readonly string[]
  readonly blockedParts: readonly string[]
}

/** Changes the policy of a domain and returns it. */
export async function setPolicy(client: Client, domain: OnChain, changes: object): Promise<WirePolicy> {
  return dataOf<WirePolicy>(await patchPolicy(client, domain, changes))
}

export interface Verdict {
  readonly outcome: string
  readonly rule: string | null
  readonly reason: string | null
}

export function postCheck(
  { call }: Pick<Client, 'call'>,
  domain: OnChain,
  label: string,
  address?: string,
): Promise<ApiResponse> {
  return call('POST', domainPath(domain, 'policy/check'), { body: { label, address } })
}

export async function checkLabel(
  client: Pick<Client, 'call'>,
  domain: OnChain,
  label: string,
  address?: string,
): Promise<Verdict> {
  return dataOf<Verdict>(await postCheck(client, domain, label, address))
}

/** Uploads an allow-list. */
export function postAllowList(
  { call, key }: Client,
  domain: OnChain,
  csv: string | Uint8Array<ArrayBuffer>,
): Promise<ApiResponse> {
  const form = new FormData()
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'list.csv')
  return call('PUT', domainPath(domain, 'allow-list'), { headers: { 'x-api-key': key }, body: form })
}

/** The refusal by a rule. */
export function expectRule(response: ApiResponse, rule: string): void {
  expectError(response, 403, 'PolicyRefusedException')
  expect(response.body).toMatchObject({ rule })
}
