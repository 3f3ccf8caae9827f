import type { Hex } from 'viem'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'

/** Of ENS's offchain resolver, and of ours. */
export interface SignedAnswer {
  readonly result: Hex
  /** Unix seconds. */
  readonly expires: bigint
  readonly signature: Hex
}

/** `undefined` when it is not `(bytes result, uint64 expires, bytes signature)`. */
export function parseSignedAnswer(data: Hex): SignedAnswer | undefined {
  try {
    const abi = new BoundedAbiReader(data)
    const [result, signature] = [abi.bytes(0, 0), abi.bytes(0, 64)]
    const expires = BigInt(`0x${data.slice(2 + 64, 2 + 128)}`)
    return expires < 2n ** 64n ? { result, expires, signature } : undefined
  } catch (error) {
    if (error instanceof MalformedAbiError) return undefined
    throw error
  }
}
