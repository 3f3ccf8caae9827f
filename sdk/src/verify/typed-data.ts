import { concat, fromHex, keccak, uint, utf8 } from './bytes.ts'
import type { RecordEntry } from './records.ts'
import type { ResolverState } from './state.ts'

/** EIP-712: what holders and delegates sign, in the domain `Byname`, version `1`, of a chain and a contract. */

const recordType = 'Record(bytes key,bytes value)'
const typeHashes = {
  domain: keccak(utf8('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')),
  record: keccak(utf8(recordType)),
  recordSet: keccak(
    utf8(`RecordSet(bytes32 node,uint64 sequence,uint64 validUntil,Record[] records)${recordType}`),
  ),
  delegation: keccak(utf8('Delegation(bytes32 node,address delegate,uint64 sequence,uint64 validUntil)')),
}
const [nameHash, versionHash] = [keccak(utf8('Byname')), keccak(utf8('1'))]

type Contract = Pick<ResolverState, 'chainId' | 'resolver'>

interface Validity {
  readonly node: Uint8Array
  readonly sequence: bigint
  readonly validUntil: bigint
}

export interface RecordSetMessage extends Validity {
  readonly records: readonly RecordEntry[]
}

export interface DelegationMessage extends Validity {
  readonly delegate: Uint8Array
}

export function recordSetDigest(contract: Contract, message: RecordSetMessage): Uint8Array {
  const records = message.records.map(({ key, value }) =>
    keccak(typeHashes.record, keccak(key), keccak(value)),
  )
  const { node, sequence, validUntil } = message
  return digestOf(contract, [
    typeHashes.recordSet,
    node,
    uint(sequence, 32),
    uint(validUntil, 32),
    keccak(...records),
  ])
}

export function delegationDigest(contract: Contract, message: DelegationMessage): Uint8Array {
  const { node, delegate, sequence, validUntil } = message
  const account = concat(new Uint8Array(12), delegate)
  return digestOf(contract, [typeHashes.delegation, node, account, uint(sequence, 32), uint(validUntil, 32)])
}

function digestOf({ chainId, resolver }: Contract, words: readonly Uint8Array[]): Uint8Array {
  const account = concat(new Uint8Array(12), fromHex(resolver))
  const domain = keccak(typeHashes.domain, nameHash, versionHash, uint(chainId, 32), account)
  return keccak(Uint8Array.of(0x19, 0x01), domain, keccak(...words))
}
