import type { z } from 'zod'
import type { resolvedData } from '../../../src/http/operations/resolve.ts'
import { type ApiCall, type ApiResponse, dataOf } from '../http/api-client.ts'
import type { ChainId, TestSandbox } from '../service/sandbox.ts'

type ResolvedData = z.output<typeof resolvedData>

/** One name as the interface resolves it. */
export type WireResolvedName = Exclude<ResolvedData, readonly unknown[]>

/** Resolves names through `rpcUrl`, which is sent in the header or the query. */
export function resolveVia(
  call: ApiCall,
  names: string | readonly string[],
  rpcUrl: string,
  location: 'header' | 'query' = 'header',
): Promise<ApiResponse> {
  const query = new URLSearchParams()
  for (const name of [names].flat()) query.append('ens', name)
  if (location === 'query') query.append('rpcUrl', rpcUrl)
  const headers = location === 'header' ? { 'x-rpc-url': rpcUrl } : {}
  return call('GET', `/ens/v2/resolve?${query}`, { headers })
}

/** Resolves names through the local chain of a sandbox. */
export function resolveOn(
  { call, devnet }: TestSandbox,
  names: string | readonly string[],
  chainId: ChainId = 1,
): Promise<ApiResponse> {
  return resolveVia(call, names, devnet.rpcUrl(chainId))
}

/** The result for one name, which has to be a success. */
export async function resolveOneOn(
  sandbox: TestSandbox,
  name: string,
  chainId?: ChainId,
): Promise<WireResolvedName> {
  return dataOf<WireResolvedName>(await resolveOn(sandbox, name, chainId))
}

/** The results for several names. */
export async function resolveAllOn(
  sandbox: TestSandbox,
  names: readonly string[],
  chainId?: ChainId,
): Promise<readonly (WireResolvedName | null)[]> {
  return dataOf<readonly (WireResolvedName | null)[]>(await resolveOn(sandbox, names, chainId))
}
