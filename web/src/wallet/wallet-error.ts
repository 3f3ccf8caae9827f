import { ApiError } from '../api/api-error.ts'
import { NewVersionError } from '../api/import-part.ts'
import { UnreachableError } from '../api/reach.ts'
import { type MessageKey, t } from '../text/messages.ts'

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

/**
 * Who reads why the service has refused: its sentences are for programs and owners. `console`: all of them; `page`: those
 * about a field of a form; `site`, of another one: none.
 */
let audience: 'console' | 'page' | 'site' = 'page'

export function setAudience(next: typeof audience): void {
  audience = next
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

function explainApiError(error: ApiError): string {
  const { status, message } = error
  if (audience === 'console' || (audience === 'page' && status === 400)) return message
  if (isOfOthers(error)) return t('error.unreachable')
  return t(statusMessages[status] ?? (status < 500 ? 'error.refused' : 'error.unknown'))
}

/** Of what stands between, such as the sign-in of a network. */
function isOfOthers({ name }: ApiError): boolean {
  return name === 'Failure'
}

/** Whether the same can succeed in a moment, so that trying again helps. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return isOfOthers(error) || error.status >= 500 || error.status === 408 || error.status === 429
}

const statusMessages: Readonly<Record<number, MessageKey>> = {
  401: 'error.signature',
  404: 'error.gone',
  408: 'error.busy',
  409: 'error.changed',
  410: 'error.gone',
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
