import type { WireOnchainRecord, WireRecord } from '../../../src/http/schema/names.ts'
import { type ApiCall, type ApiResponse, dataOf } from '../http/api-client.ts'
import type { ChainId, TestSandbox } from '../service/sandbox.ts'

/** Reads a name through `rpcUrl`. */
export function readNameVia(
  call: ApiCall,
  ens: string,
  rpcUrl: string,
  apiVersion: 1 | 2 = 1,
): Promise<ApiResponse> {
  const path = apiVersion === 1 ? '/ens/v1/subname/records' : '/ens/v2/subnames/records'
  return call('GET', `${path}?${new URLSearchParams({ ens, providerUrl: rpcUrl })}`)
}

/** Reads a name through the local chain of a sandbox. */
export function readNameOn(
  { call, devnet }: TestSandbox,
  ens: string,
  chainId: ChainId = 1,
  apiVersion: 1 | 2 = 1,
): Promise<ApiResponse> {
  return readNameVia(call, ens, devnet.rpcUrl(chainId), apiVersion)
}

/** The result of that, which has to be a success. */
export async function readRecordsOn(...args: Parameters<typeof readNameOn>): Promise<WireOnchainRecord> {
  return dataOf<WireOnchainRecord>(await readNameOn(...args))
}

/** The expected result of reading an issued name: the record of the registry, without what is not on chain. */
export function withoutClaim(record: WireRecord): WireOnchainRecord {
  const { isClaimed, claimedAt, ...rest } = record
  return rest
}
