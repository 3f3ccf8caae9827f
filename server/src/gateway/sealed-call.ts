import type { Hex } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { decodeDnsName, readBytes, readSelector, viewOf, wordSize } from './abi.ts'
import { resolveSelector } from './request.ts'

/** `recordSet(bytes name)`. */
const recordSetSelector = 0x746be771

/** `resolveWithSeal(bytes name, bytes data)`. */
const resolveWithSealSelector = 0x52cfb496

/** A question about a name that is sealed in storage, or in a contract with trees of seals. */
export type SealedCall =
  | { readonly type: 'recordSet'; readonly name: string }
  | {
      readonly type: 'resolveWithSeal'
      readonly name: string
      /** Call data of `resolve(bytes,bytes)`: what is asked, and signed, where the name turns out not to be sealed. */
      readonly liveCall: Uint8Array
    }

/**
 * The name is not normalized.
 * @throws BadRequestException also for another function.
 */
export function decodeSealedCall(callData: Uint8Array): SealedCall {
  const request = viewOf(callData)
  const selector = readSelector(request)
  if (selector !== recordSetSelector && selector !== resolveWithSealSelector)
    throw new AppError(
      'BadRequestException',
      'The call data is not a call of resolve(bytes,bytes), recordSet(bytes) or resolveWithSeal(bytes,bytes).',
    )
  const args = request.subarray(4)
  const name = decodeDnsName(readBytes(args, 0)).join('.')
  if (selector === recordSetSelector) return { type: 'recordSet', name }
  readBytes(args, wordSize)
  const liveCall = Buffer.from(request)
  liveCall.writeUInt32BE(resolveSelector)
  return { type: 'resolveWithSeal', name, liveCall }
}

/** Response to `resolveWithSeal`: length of the proof (4), proof, and signed sets or a live response. */
export function withSealProof(proof: Uint8Array, response: Hex): Hex {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(proof.length)
  return `${toHex(Buffer.concat([header, proof]))}${response.slice(2)}` as Hex
}
