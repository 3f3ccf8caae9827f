import type { WireReadRecord, WireRecord } from '../../src/http/schema/record.ts'
import { type Answer, type Call, dataOf } from './api-client.ts'
import type { ChainId, TestSandbox } from './sandbox.ts'

/** Reads a name through `rpcUrl`. */
export const readThrough = (
  call: Call,
  ens: string,
  rpcUrl: string,
  generation: 1 | 2 = 1,
): Promise<Answer> => {
  const path = generation === 1 ? '/ens/v1/subname/records' : '/ens/v2/subnames/records'
  return call('GET', `${path}?${new URLSearchParams({ ens, providerUrl: rpcUrl })}`)
}

/** Reads a name through the local chain of a sandbox. */
export const readOn = (
  { call, devnet }: TestSandbox,
  ens: string,
  chainId: ChainId = 1,
  generation: 1 | 2 = 1,
): Promise<Answer> => readThrough(call, ens, devnet.rpcUrl(chainId), generation)

/** What comes of that, which has to be a success. */
export const recordsOn = async (...reading: Parameters<typeof readOn>): Promise<WireReadRecord> =>
  dataOf<WireReadRecord>(await readOn(...reading))

/** What a reading of an issued name has to say: the record as the registry shows it, without what no chain knows. */
export function withoutClaim(record: WireRecord): WireReadRecord {
  const { isClaimed, claimedAt, ...rest } = record
  return rest
}
