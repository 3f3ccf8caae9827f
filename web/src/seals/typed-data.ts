import { domainName, domainType, typedData } from '@byname/contracts/typed-data'
import { toHex } from '../../../sdk/src/verify/bytes.ts'
import { encodeName, nodeOf } from '../../../sdk/src/verify/dns-name.ts'
import type { RecordSet } from './signed-set.ts'

/** Where a set counts. */
export interface SealingContract {
  readonly chainId: number
  /** The resolver. */
  readonly resolver: string
}

/** What a wallet is asked to sign by `eth_signTypedData_v4`, as JSON. `name`: normalized. */
export function recordSetData({ chainId, resolver }: SealingContract, name: string, set: RecordSet) {
  const { sequence, validUntil, records } = set
  return {
    types: { EIP712Domain: domainType, ...typedData.RecordSet },
    primaryType: 'RecordSet',
    domain: { ...domainName, chainId, verifyingContract: resolver },
    message: {
      node: toHex(nodeOf(encodeName(name))),
      sequence: `${sequence}`,
      validUntil: `${validUntil}`,
      records: records.map(({ key, value }) => ({ key: toHex(key), value: toHex(value) })),
    },
  } as const
}
