import { BynameError } from '@byname/sdk'
import type { Messages } from './messages.ts'

/** A signature is needed, and the provider has no wallet. */
export class NoWalletError extends Error {
  override readonly name = 'NoWalletError'

  constructor() {
    super('There is no wallet: give one to the <BynameProvider>.')
  }
}

/** Any failure of a hook, in one sentence for the visitor. That of the service says what is wrong and what to do, in English. */
export function explainError(error: unknown, { errors, ...messages }: Messages): string {
  if (error instanceof NoWalletError) return messages.noWallet
  if (isDeclined(error)) return messages.declined
  if (error instanceof BynameError) return errors[error.name] ?? error.message
  return isErrorLike(error) ? error.message : messages.failed
}

/** EIP-1193 (4001), which viem has as a cause, and the code of ethers. */
function isDeclined(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && (error.code === 4001 || error.code === 'ACTION_REJECTED')) return true
  return 'cause' in error && error.cause !== error && isDeclined(error.cause)
}

/** Wallets reject with plain objects. */
function isErrorLike(error: unknown): error is { readonly message: string } {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  )
}
