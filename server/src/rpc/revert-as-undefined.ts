import { BaseError, ContractFunctionExecutionError } from 'viem'
import { AppError } from '../errors.ts'

/**
 * Awaits one read of a contract. Resolves to `undefined` when it reverted, the contract has no code, or returned malformed
 * data. An RPC failure is thrown as the AppError of `operatorRpc`.
 */
export async function undefinedIfReverted<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    throwRpcError(error)
    return undefined
  }
}

/**
 * Awaits a viem multicall that allows failures, which would report an RPC failure as a failure of each contract. Here `result`
 * is `undefined` only for failed reads; an RPC failure is thrown, as by `undefinedIfReverted`.
 */
export async function multicallResults<T extends readonly { readonly error?: Error | undefined }[]>(
  multicall: Promise<T>,
): Promise<T> {
  const outcomes = await multicall
  for (const { error } of outcomes) throwRpcError(error)
  return outcomes
}

/**
 * As `multicallResults`, of contracts that cannot use up the gas of the others: a multicall that failed as a whole, for
 * which viem gives each contract the error of `aggregate3`, is a failure of the node too (`UpstreamException`).
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

/** How many reads become one `eth_call`: a multicall that needs no contract on the chain and is never split. */
export const singleMulticall = { deployless: true, batchSize: 0 } as const

/** Throws the AppError that viem has wrapped, and errors that are not viem's; returns for all else. */
function throwRpcError(error: unknown): void {
  if (error === undefined) return
  if (!(error instanceof BaseError)) throw error
  const failure = error.walk((cause) => cause instanceof AppError)
  if (failure) throw failure
}
