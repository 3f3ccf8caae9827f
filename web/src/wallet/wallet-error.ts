import { ApiError } from '../api/api-error.ts'
import { NewVersionError } from '../api/import-part.ts'
import { UnreachableError } from '../api/reach.ts'
import { currentLanguage, type MessageKey, t } from '../text/messages.ts'

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
  if (isRejection(error)) return t('error.declined')
  if (error instanceof UnreachableError) return t('error.unreachable')
  if (error instanceof NewVersionError) return t('error.new-version')
  if (error instanceof ApiError) return explainApiError(error)
  if (error instanceof Error) return error.message
  return hasMessage(error) ? error.message : t('error.unknown')
}

/** For programs: that of the interface, of EIP-1193 where the visitor has declined, or of the class. */
export function nameOfError(error: unknown): string {
  if (isRejection(error)) return 'UserRejectedRequestError'
  return error instanceof Error ? error.name : 'Error'
}

/** The sentence of the service, which is English; in other languages one about the status, where that says enough. */
function explainApiError({ status, message }: ApiError): string {
  const key = statusMessages[status]
  return key === undefined || currentLanguage() === 'en' ? message : t(key)
}

const statusMessages: Readonly<Record<number, MessageKey>> = {
  401: 'error.signature',
  403: 'error.refused',
  404: 'error.gone',
  409: 'error.changed',
  412: 'error.changed',
  429: 'error.too-many',
  503: 'error.busy',
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
