import {
  type Address,
  compactSignatureToSignature,
  type Hex,
  hashMessage,
  parseCompactSignature,
  recoverAddress,
  size,
} from 'viem'

/**
 * Recovers who signed `message` (EIP-191) with a plain key; `null` when `signature` is not one by a plain key. Needs
 * no network.
 *
 * Takes 65 bytes with a recovery byte of 27 and 28, or 0 and 1 as some wallets write it, and the 64 bytes of EIP-2098.
 * A high `s` is accepted, as the ecrecover precompile does: signatures prove who signed and are nowhere used as ids,
 * so a second form of the same one gains nothing.
 */
export async function recoverSigner(message: string, signature: Hex): Promise<Address | null> {
  try {
    const plain = size(signature) === 64 ? expand(signature) : signature
    return await recoverAddress({ hash: hashMessage(message), signature: plain })
  } catch {
    return null
  }
}

const expand = (signature: Hex) => compactSignatureToSignature(parseCompactSignature(signature))
