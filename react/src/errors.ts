import { BynameError } from '@byname/sdk'
import type { Messages } from './messages.ts'

/** A signature is needed, and the provider has no wallet. */
export class NoWalletError extends Error {
  override readonly name = 'NoWalletError'

  constructor() {
    super('There is no wallet: give one to the <BynameProvider>.')
  }
}

/** Any failure of a hook, in one sentence for the visitor. That of the service is for the app, which has the error. */
export function explainError(error: unknown, messages: Messages): string {
  if (error instanceof NoWalletError) return messages.noWallet
  if (isDeclined(error)) return messages.declined
  if (error instanceof BynameError) return messages.errors[error.name] ?? explainStatus(error, messages)
  return isErrorLike(error) ? error.message : messages.failed
}

/** The reason of a policy is a sentence for members. */
function explainStatus({ status, details, message }: BynameError, messages: Messages): string {
  if (details.rule) return messages.rules[details.rule] ?? message
  if (status === 404 || status === 410) return messages.gone
  if (status === 409 || status === 412) return messages.changed
  return status === 0 || status === 408 || status === 429 || status >= 500
    ? messages.unreachable
    : messages.failed
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
