/** Public key (Ed25519, secp256k1 x coordinate) or 256-bit hash. */
const key = [32]

/** Public key hash (RIPEMD-160, end of Keccak-256). */
const keyHash = [20]

/** Cosmos SDK accounts, and its module and contract accounts (ADR-28). */
const cosmos = [20, 32]

/** Lengths for coins whose encoder accepts any number of bytes. */
const lengths: ReadonlyMap<number, readonly number[]> = new Map([
  [118, cosmos],
  // Network byte, two keys, checksum; optionally an 8-byte payment id.
  [128, [69, 77]],
  // Transparent scripts (key hash, script hash), Sapling address.
  [133, [25, 23, 43]],
  // Version and account; X-address: two version bytes, flags, tag.
  [144, [21, 31]],
  [148, key],
  [165, key],
  // Network byte and key hash.
  [195, [21]],
  [242, keyHash],
  [304, keyHash],
  [313, keyHash],
  [330, cosmos],
  [459, cosmos],
  [472, key],
  [501, key],
  [508, key],
  [573, key],
  [714, keyHash],
  [1023, keyHash],
  [1237, key],
  // Without the type, which the coder adds.
  [4218, key],
  [8444, key],
  [9000, keyHash],
])

/** True if the lengths are unknown. */
export function isAddressLength(coinType: number, bytes: number): boolean {
  return lengths.get(coinType)?.includes(bytes) ?? true
}
