/** Of a public key of Ed25519 or secp256k1's x coordinate, or a hash of 256 bits. */
const key = [32]

/** Of a hash of a public key (RIPEMD-160 or the end of Keccak-256). */
const keyHash = [20]

/** Accounts of the Cosmos SDK, and those of its modules and contracts (ADR-28). */
const cosmos = [20, 32]

/**
 * Possible lengths of a coin's addresses, where its encoder accepts any number of bytes. Absent: the encoder checks, or the
 * coin has no fixed lengths.
 */
const lengths: ReadonlyMap<number, readonly number[]> = new Map([
  [118, cosmos],
  // Network byte, two keys and checksum; an integrated address has a payment id of 8 bytes as well.
  [128, [69, 77]],
  // The scripts of a transparent address (key hash, script hash), or a Sapling address.
  [133, [25, 23, 43]],
  // Version and account; an X-address has two bytes for its version, then flags and a tag.
  [144, [21, 31]],
  [148, key],
  [165, key],
  // A network byte and a key hash.
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
  // Type and hash.
  [4218, [33]],
  [8444, key],
  [9000, keyHash],
])

/** Whether an address of a coin can have this length, as far as known here. */
export function isAddressLength(coinType: number, bytes: number): boolean {
  return lengths.get(coinType)?.includes(bytes) ?? true
}
