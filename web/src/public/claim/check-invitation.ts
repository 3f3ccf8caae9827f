import { ApiError } from '../../api/api-error.ts'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { type MessageKey, t } from '../../text/messages.ts'
import type { InvitationState } from './invitation.ts'

interface OfDomain {
  readonly domain: string
  readonly chainId: number
}

type Checked =
  | Extract<InvitationState, { kind: 'open' | 'ended' }>
  | { readonly kind: 'failed'; readonly reason: string }

/** Whether an invitation link can be used. Never rejects. */
export async function checkInvitation(secret: string, { domain, chainId }: OfDomain): Promise<Checked> {
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

function failed(reason: MessageKey): Checked {
  return { kind: 'failed', reason: t(navigator.onLine ? reason : 'invitation.offline') }
}
