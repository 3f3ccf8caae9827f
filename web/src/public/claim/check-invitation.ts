import { ApiError } from '../../api/api-error.ts'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { type MessageKey, t } from '../../text/messages.ts'

interface OfDomain {
  readonly domain: string
  readonly chainId: number
}

/** An invitation link that can be used. */
export interface OpenInvitation {
  readonly secret: string
  /** Which the message of a claim names. */
  readonly id: string
  /** The only label that it is for; null: its bearer chooses. */
  readonly label: string | null
  /** ISO 8601; null: without an end. */
  readonly expiresAt: string | null
}

export type CheckedInvitation =
  | { readonly kind: 'open'; readonly invitation: OpenInvitation }
  | { readonly kind: 'ended'; readonly error: string }
  /** Whether it can be used is not known. */
  | { readonly kind: 'failed'; readonly reason: string }

/** Whether an invitation link can be used. Never rejects. */
export async function checkInvitation(
  secret: string,
  { domain, chainId }: OfDomain,
): Promise<CheckedInvitation> {
  try {
    const found = await unwrap(
      api.POST('/byname/v1/domains/{domain}/invitation-links/check', {
        params: { path: { domain }, query: { chainId: chainIdOf(chainId) } },
        body: { invitation: secret },
      }),
    )
    return { kind: 'open', invitation: { secret, ...found } }
  } catch (error) {
    if (!(error instanceof ApiError)) return failed('invitation.no-response')
    if (error.status === 429) return failed('invitation.too-many')
    if (error.status >= 500) return failed('invitation.server-failed')
    return { kind: 'ended', error: error.name }
  }
}

function failed(reason: MessageKey): CheckedInvitation {
  return { kind: 'failed', reason: t(navigator.onLine ? reason : 'invitation.offline') }
}
