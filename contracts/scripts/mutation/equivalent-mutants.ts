/**
 * A change by its line, which has no indentation, with a reason. Of changes of a line that read the same, the second has `#2`
 * behind it.
 */
type Equivalent = readonly [line: string, change: string, reason: string]

/** The slice has a byte more, which is there, and the cast takes the first ones. */
const isCut = 'the cast cuts the slice'

/** Mutants that change nothing that an account, a gateway or a client can see, by file. */
export const equivalentMutants: Readonly<Record<string, readonly Equivalent[]>> = {
  'BynameResolver.sol': [
    ['bytes32 node = bytes32(extraData[:32]);', '32 → (32 + 1)', 'a call of no bytes is refused in any case'],
    ['bytes32 hash = bytes32(extraData[:32]);', '32 → (32 + 1)', isCut],
    ['uint256 request = 36 + uint256(uint32(bytes4(extraData[32:36])));', '36 → (36 + 1) #2', isCut],
  ],
  'Heartbeat.sol': [
    ['_latest = Root(newRoot, newDepth, 0);', '0 → (0 + 1)', 'a second after 1970 is as long ago'],
  ],
  'HolderSignature.sol': [
    [
      'if ((v != 27 && v != 28) || uint256(bytes32(signature[32:64])) > HALF_CURVE_ORDER) return false;',
      '64 → (64 + 1)',
      isCut,
    ],
    [
      'address signer = ecrecover(digest, v, bytes32(signature[:32]), bytes32(signature[32:64]));',
      '32 → (32 + 1)',
      isCut,
    ],
    [
      'address signer = ecrecover(digest, v, bytes32(signature[:32]), bytes32(signature[32:64]));',
      '64 → (64 + 1)',
      isCut,
    ],
    ['if (uint256(bytes32(signature[96:128])) > HALF_P256_ORDER) return false;', '128 → (128 + 1)', isCut],
    ['if (holder.code.length == 0) return false;', '0 → (0 + 1)', 'code of one byte returns no word'],
    [
      'if (signature.length < PASSKEY_HEADER) return false;',
      '< → <=',
      'without authenticator data the signature is refused below',
    ],
    [
      'if (end < PASSKEY_HEADER + AUTHENTICATOR_DATA_LENGTH || signature.length < end) return false;',
      '< → <= #2',
      'without client data the signature is refused below',
    ],
    [
      'return success && output.length == 32 && uint256(bytes32(output)) == 1;',
      '&& → || #2',
      'the precompile returns one as a word, or nothing (EIP-7951)',
    ],
  ],
  'RecordCalls.sol': [
    [
      'bool isEvm = coinType == ETH_COIN || (coinType >= EVM_COINS && coinType <= type(uint32).max);',
      '>= → >',
      'the default address is looked for either way',
    ],
    [
      'uint256 offset = uint256(bytes32(items[32 * index:32 * index + 32]));',
      '32 → (32 + 1) #2',
      'items have more bytes than their number',
    ],
    ['uint256 offset = uint256(bytes32(items[32 * index:32 * index + 32]));', '32 → (32 + 1) #3', isCut],
    [
      'uint256 length = uint256(bytes32(items[offset:offset + 32]));',
      '32 → (32 + 1)',
      'an item of no bytes is refused in any case',
    ],
  ],
  'MerklePath.sol': [
    [
      '(bytes32 first, bytes32 second) = one < other ? (one, other) : (other, one);',
      '< → <=',
      'equal hashes have one order',
    ],
  ],
  'RecordSets.sol': [
    ['if (left != right) return left < right;', '< → <=', 'they differ there'],
    ['uint256 value = start + uint16(bytes2(records[offset:offset + 2]));', '2 → (2 + 1)', isCut],
    [
      'uint256 common = one.length < other.length ? one.length : other.length;',
      '< → <=',
      'of equal lengths each is the shorter one',
    ],
    ['for (uint256 offset = 0; offset < common; offset += 32) {', '< → <=', 'empty slices are equal'],
    ['uint256 end = offset + 32 < common ? offset + 32 : common;', '< → <=', 'both are the same number then'],
    [
      'uint256 end = offset + 32 < common ? offset + 32 : common;',
      '32 → (32 + 1)',
      'the cast cuts what is more than a word',
    ],
    [
      'uint256 end = offset + 32 < common ? offset + 32 : common;',
      '32 → (32 + 1) #2',
      'the cast cuts what is more than a word',
    ],
  ],
  'SealedSets.sol': [
    ['uint256 signatureEnd = SET_HEADER + uint16(bytes2(set[16:18]));', '18 → (18 + 1)', isCut],
    ['uint64 sequence = uint64(bytes8(set[:8]));', '8 → (8 + 1)', isCut],
    ['uint64 validUntil = uint64(bytes8(set[8:16]));', '16 → (16 + 1)', isCut],
    ['delegate = address(bytes20(delegation[:20]));', '20 → (20 + 1)', isCut],
    ['uint64 sequence = uint64(bytes8(delegation[20:28]));', '28 → (28 + 1)', isCut],
    ['uint64 validUntil = uint64(bytes8(delegation[28:36]));', '36 → (36 + 1)', isCut],
  ],
  'Seals.sol': [
    [
      'if (issuer == address(0) || !isSignedBy(ACCOUNT, issuer, digest, authorization)) revert NotAuthorized();',
      '0 → (0 + 1)',
      'no signature is one of the zero address',
    ],
    ['return Seal(address(0), OPEN, 0);', '0 → (0 + 1)', 'a node without a holder has none that is read'],
  ],
  'Zone.sol': [
    [
      'uint256 unusedBits = key.length < 32 ? 8 * (32 - key.length) : 0;',
      '< → <=',
      'it only spares a hash, which decides',
    ],
    [
      'uint256 unusedBits = key.length < 32 ? 8 * (32 - key.length) : 0;',
      '32 → (32 + 1)',
      'it only spares a hash, which decides',
    ],
    [
      'uint256 unusedBits = key.length < 32 ? 8 * (32 - key.length) : 0;',
      '8 → (8 + 1)',
      'it only spares a hash, which decides',
    ],
    [
      'uint256 unusedBits = key.length < 32 ? 8 * (32 - key.length) : 0;',
      '32 → (32 + 1) #2',
      'it only spares a hash, which decides',
    ],
    [
      'uint256 unusedBits = key.length < 32 ? 8 * (32 - key.length) : 0;',
      '- → +',
      'it only spares a hash, which decides',
    ],
    [
      'uint256 unusedBits = key.length < 32 ? 8 * (32 - key.length) : 0;',
      '0 → (0 + 1)',
      'it only spares a hash, which decides',
    ],
    ['if (keyLength == key.length && difference == 0) {', '&& → ||', 'it only spares a hash, which decides'],
    ['if (bytes32(bucket[offset:offset + 32]) == node) return bucket[start:end];', '32 → (32 + 1)', isCut],
  ],
}
