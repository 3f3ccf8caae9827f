/**
 * What holders, delegates and issuers sign (EIP-712), as wallets are given it: the types of `RecordSets.sol`, `SealedSets.sol` and
 * `Seals.sol`, each with the types that it refers to.
 */
export const typedData = {
  RecordSet: {
    RecordSet: [
      { name: 'node', type: 'bytes32' },
      { name: 'sequence', type: 'uint64' },
      { name: 'validUntil', type: 'uint64' },
      { name: 'records', type: 'Record[]' },
    ],
    Record: [
      { name: 'key', type: 'bytes' },
      { name: 'value', type: 'bytes' },
    ],
  },
  Delegation: {
    Delegation: [
      { name: 'node', type: 'bytes32' },
      { name: 'delegate', type: 'address' },
      { name: 'sequence', type: 'uint64' },
      { name: 'validUntil', type: 'uint64' },
    ],
  },
  Change: {
    Change: [
      { name: 'node', type: 'bytes32' },
      { name: 'holder', type: 'address' },
      { name: 'kind', type: 'uint8' },
      { name: 'recovery', type: 'address' },
      { name: 'sequence', type: 'uint64' },
      { name: 'until', type: 'uint64' },
    ],
  },
} as const

/** Of every message; chain and contract are added. */
export const domainName = { name: 'Byname', version: '1' } as const

export const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const
