/**
 * Which tests know a file, by the beginnings of their names, those that take little time first. Not among them are tests of
 * other things than what the resolver does: of its bytes, of its gas, and of a resolver that is not mutated.
 */
export const testsOf: Readonly<Record<string, readonly string[]>> = {
  'BynameResolver.sol': [
    'interfaces',
    'lookup',
    'names',
    'urls',
    'expiry',
    'replay',
    'result',
    'vector.',
    'dark-sealed',
    'sealed-answers',
    'record-calls',
    'merkle-path',
    'ownership',
    'seal-trees',
    'dark-lookup',
    'ccip',
  ],
  'Heartbeat.sol': ['heartbeat', 'dark-sealed', 'ownership'],
  'HolderSignature.sol': ['passkey', 'half-order', 'sealed-answers', 'sealed-forgery', 'seals', 'delegates'],
  'MerklePath.sol': ['merkle-path', 'vector.', 'merkle-forgery'],
  'Owned2Step.sol': ['ownership'],
  'RecordCalls.sol': ['record-calls', 'sealed-answers', 'delegates'],
  'RecordSets.sol': ['record-sets', 'sealed-answers', 'sealed-forgery'],
  'SealedSets.sol': ['delegates', 'sealed-answers', 'dark-sealed', 'sealed-forgery'],
  'Seals.sol': ['notices', 'seal-sequence', 'seals', 'ownership', 'passkey', 'seal-trees', 'seal-story'],
  'Signature.sol': ['signature', 'merkle-path', 'merkle-forgery'],
  'SignerSet.sol': ['signers', 'ownership'],
  'Tiles.sol': ['dark-lookup', 'dark-sealed'],
  'Zone.sol': [
    'record-calls',
    'names',
    'delegates',
    'dark-sealed',
    'sealed-answers',
    'seal-trees',
    'dark-lookup',
  ],
}
