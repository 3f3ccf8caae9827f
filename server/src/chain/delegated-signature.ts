import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  numberToHex,
  parseErc8010Signature,
} from 'viem'
import { hashAuthorization } from 'viem/utils'
import { fromHex } from '../crypto/hex.ts'
import { recoverAddress } from '../crypto/recover-address.ts'

/** ERC-8010. */
const suffix = '8010'.repeat(16)

export function isErc8010Signature(signature: Hex): boolean {
  return signature.endsWith(suffix)
}

/** A signature of an account that has signed its delegation (EIP-7702), which is not on chain yet. */
export interface DelegatedSignature {
  /** What the delegate verifies. */
  readonly signature: Hex
  /** As an RPC takes it. */
  readonly authorization: Readonly<Record<'address' | 'chainId' | 'nonce' | 'r' | 's' | 'yParity', Hex>>
  /** A call that prepares the account, such as one that sets its key. */
  readonly preparation: { readonly to: Address; readonly data: Hex } | undefined
}

/** `undefined` for a malformed one, and without an authorization of the account that is valid on the chain. Calls nothing. */
export function parseDelegatedSignature(
  wrapped: Hex,
  account: Hex,
  chainId: number,
): DelegatedSignature | undefined {
  try {
    const parsed = parseErc8010Signature(wrapped)
    if (!parsed.authorization) return undefined
    const { authorization, data = '0x', address: to = account, signature } = parsed
    const { r, s, yParity, ...unsigned } = authorization
    if (unsigned.chainId !== 0 && unsigned.chainId !== chainId) return undefined
    if (yParity !== 0 && yParity !== 1) return undefined
    const rs = Buffer.concat([fromHex(r), fromHex(s)])
    if (recoverAddress(fromHex(hashAuthorization(unsigned)), rs, yParity) !== account) return undefined
    return {
      signature,
      authorization: {
        ...{ address: unsigned.address, chainId: numberToHex(unsigned.chainId) },
        ...{ nonce: numberToHex(unsigned.nonce), r, s, yParity: numberToHex(yParity) },
      },
      preparation: data === '0x' ? undefined : { to, data },
    }
  } catch {
    // Of the decoder, which has errors of many kinds.
    return undefined
  }
}

/** At the same address of every chain. */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The calls one after the other, in one; one that fails does not stop the next. */
export function callTogether(calls: readonly { readonly to: Address; readonly data: Hex }[]) {
  const all = calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  return {
    to: multicall3,
    data: encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [all] }),
  } as const
}

/** What the last of the calls returned; `undefined` for anything else. */
export function lastResult(results: Hex): Hex | undefined {
  try {
    const all = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: results })
    return all.at(-1)?.returnData
  } catch {
    // Not decodable: the address has no contract, or not Multicall3.
    return undefined
  }
}
