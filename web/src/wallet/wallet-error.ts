import isNetworkError from 'is-network-error'
import { UnreachableError } from '../api/import-part.ts'

/** EIP-1193: the user rejected the request. */
const userRejected = 4001

export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: number

  constructor(message: string, code: number) {
    super(message)
    this.code = code
  }
}

/** Any failure, in words for the visitor. */
export function explainError(error: unknown): string {
  if (isRejection(error)) return 'You declined in your wallet. Nothing was changed.'
  if (error instanceof UnreachableError || isNetworkError(error))
    return 'The server cannot be reached. Check your connection and try again.'
  if (error instanceof Error) return error.message
  return hasMessage(error) ? error.message : 'Something failed. Try again.'
}

export function isRejection(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === userRejected
}

/** Wallets reject with plain objects. */
function hasMessage(error: unknown): error is { readonly message: string } {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  )
}
