import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { BaseError, decodeErrorResult, type Hex, isHex, RpcRequestError } from 'viem'

/** How a call failed on chain: with one of the resolver's errors, or with other revert data. */
export type Revert = { readonly name: string; readonly args: readonly unknown[] } | { readonly data: Hex }

/** Resolves to how `call` reverted. Throws when it did not revert, or failed for another reason. */
export async function revertOf(call: Promise<unknown>): Promise<Revert> {
  const failure: unknown = await call.then(
    () => new Error('The call did not revert.'),
    (error) => error,
  )
  const rpcError = failure instanceof BaseError && failure.walk((cause) => cause instanceof RpcRequestError)
  if (!(rpcError instanceof RpcRequestError) || !isHex(rpcError.data)) throw failure
  return decode(rpcError.data)
}

function decode(data: Hex): Revert {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi, data })
    return { name: errorName, args }
  } catch {
    return { data }
  }
}
