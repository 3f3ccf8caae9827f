/**
 * Which tests know a file, by the beginnings of their names, those that end most mutants first. Not among them are tests of other things than
 * what the resolver does: of its bytes, of its gas, and of a resolver that is not mutated.
 */
export const testsOf: Readonly<Record<string, readonly string[]>> = {
  'BynameResolver.sol': [
    'sealed-answers',
    'seal-trees',
    'dark',
    'lookup',
    'interfaces',
    'replay',
    'expiry',
    'result',
    'urls',
    'merkle',
    'vector',
    'ownership',
    'ccip',
  ],
  'Heartbeat.sol': ['heartbeat', 'dark', 'ownership'],
  'HolderSignature.sol': ['passkey', 'sealed', 'seals'],
  'MerklePath.sol': ['merkle', 'vector'],
  'Owned2Step.sol': ['ownership'],
  'RecordCalls.sol': ['record-calls', 'sealed', 'dark'],
  'RecordSets.sol': ['sealed'],
  'SealedSets.sol': ['sealed', 'dark-sealed'],
  'Seals.sol': ['seals', 'seal-', 'notices', 'ownership', 'passkey'],
  'Signature.sol': ['signature', 'merkle'],
  'SignerSet.sol': ['signers', 'ownership'],
  'Tiles.sol': ['dark'],
  'Zone.sol': ['record-calls', 'dark', 'seal-trees', 'lookup', 'sealed'],
}
