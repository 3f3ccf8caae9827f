import { BaseError, ContractFunctionExecutionError } from 'viem'
import { AppError } from '../errors.ts'

/**
 * `undefined` when a contract reverted, has no code, or returned malformed data. Throws the AppError of a failed RPC.
 */
export async function undefinedIfReverted<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    // Of `BigInt`, for a number that a node returns as `0x` or text: viem does not wrap it.
    if (error instanceof SyntaxError) return undefined
    throwRpcError(error)
    return undefined
  }
}

/**
 * Awaits a viem multicall with `allowFailure`, in which viem reports an RPC failure as one of each contract; throws it.
 */
export async function multicallResults<T extends readonly { readonly error?: Error | undefined }[]>(
  multicall: Promise<T>,
): Promise<T> {
  const outcomes = await multicall
  for (const { error } of outcomes) throwRpcError(error)
  return outcomes
}

/**
 * As `multicallResults`, for contracts that cannot burn the others' gas: throws AppError `UpstreamException` if the
 * whole multicall failed, for which viem gives each contract the error of `aggregate3`.
 */
export async function trustedMulticallResults<T extends readonly { readonly error?: Error | undefined }[]>(
  multicall: Promise<T>,
): Promise<T> {
  const outcomes = await multicallResults(multicall)
  for (const { error } of outcomes)
    if (error instanceof ContractFunctionExecutionError && error.functionName === 'aggregate3')
      throw new AppError(
        'UpstreamException',
        'The RPC returned an execution error for a call that cannot fail.',
      )
  return outcomes
}

/** One `eth_call`, without a contract on the chain. */
export const singleMulticall = { deployless: true, batchSize: 0 } as const

/** Throws a wrapped AppError, and errors that are not viem's. */
function throwRpcError(error: unknown): void {
  if (error === undefined) return
  if (!(error instanceof BaseError)) throw error
  const failure = error.walk((cause) => cause instanceof AppError)
  if (failure) throw failure
}
