interface EquivalentMutant {
  readonly file: string
  /** The text of its line, without indentation. */
  readonly line: string
  readonly change: string
  readonly reason: string
}

/** The cast takes the first bytes of a longer slice, and the slice does not end with the data. */
const isCut = 'the cast cuts the slice, behind which there are bytes'

const holderSignature: readonly EquivalentMutant[] = [
  {
    file: 'HolderSignature.sol',
    line: 'if ((v != 27 && v != 28) || uint256(bytes32(signature[32:64])) > HALF_CURVE_ORDER) return false;',
    change: '64 → (64 + 1)',
    reason: isCut,
  },
  {
    file: 'HolderSignature.sol',
    line: 'address signer = ecrecover(digest, v, bytes32(signature[:32]), bytes32(signature[32:64]));',
    change: '32 → (32 + 1)',
    reason: isCut,
  },
  {
    file: 'HolderSignature.sol',
    line: 'address signer = ecrecover(digest, v, bytes32(signature[:32]), bytes32(signature[32:64]));',
    change: '64 → (64 + 1)',
    reason: isCut,
  },
  {
    file: 'HolderSignature.sol',
    line: 'if (uint256(bytes32(signature[96:128])) > HALF_P256_ORDER) return false;',
    change: '128 → (128 + 1)',
    reason: isCut,
  },
  {
    file: 'HolderSignature.sol',
    line: 'if (holder.code.length == 0) return false;',
    change: '0 → (0 + 1)',
    reason: 'code of one byte returns no word',
  },
  {
    file: 'HolderSignature.sol',
    line: 'if (signature.length < PASSKEY_HEADER) return false;',
    change: '< → <=',
    reason: 'without authenticator data the signature is refused below',
  },
  {
    file: 'HolderSignature.sol',
    line: 'if (end < PASSKEY_HEADER + AUTHENTICATOR_DATA_LENGTH || signature.length < end) return false;',
    change: '< → <= #2',
    reason: 'without client data the signature is refused below',
  },
  {
    file: 'HolderSignature.sol',
    line: 'return success && output.length == 32 && uint256(bytes32(output)) == 1;',
    change: '&& → || #2',
    reason: 'the precompile returns one as a word, or nothing (EIP-7951)',
  },
]

/** Mutants that change nothing that an account, a gateway or a client can see. */
export const equivalentMutants: readonly EquivalentMutant[] = [...holderSignature]
