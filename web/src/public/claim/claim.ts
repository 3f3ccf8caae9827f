import { ApiError } from '../../api/api-error.ts'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { t } from '../../text/messages.ts'
import { signMessage } from '../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import type { VisitorPolicy } from '../page-data.ts'
import type { OpenInvitation } from './check-invitation.ts'
import { explainRule } from './explain-rule.ts'

export interface Claimed {
  readonly name: string
  /** By which the claim can be withdrawn; null for a name that is issued. */
  readonly pendingId: string | null
  /** Of a message about the outcome; null: none can be left. */
  readonly noticeToken: string | null
  readonly wallet: ConnectedWallet
}

/** Its message is for the member, its name that of the interface. */
class RefusedError extends Error {
  override readonly name: string

  constructor(name: string, message: string) {
    super(message)
    this.name = name
  }
}

interface ClaimedName {
  readonly name: string
  readonly domain: string
  readonly chainId: number
  /** Where each token is good for one name. */
  readonly tokenId?: string | undefined
  readonly invitation?: OpenInvitation | undefined
}

export interface ClaimInput extends ClaimedName {
  readonly policy: VisitorPolicy
  /** Aborted: nothing is sent of what is signed afterwards. */
  readonly signal?: AbortSignal | undefined
}

/** Whether the wallet could claim the name now; without one, whether any could. */
export function checkClaim(
  address: string | undefined,
  { name, domain, chainId, tokenId, invitation }: ClaimedName,
) {
  return unwrap(
    api.POST('/byname/v1/domains/{domain}/policy/check', {
      params: { path: { domain }, query: { chainId: chainIdOf(chainId) } },
      body: {
        label: labelOf(name, domain),
        ...(address && { address }),
        ...(tokenId && { tokenId }),
        ...(invitation && { invitation: invitation.secret }),
        suggestions: 3,
      },
    }),
  )
}

/** @throws RefusedError for a wallet that may not have the name, before it signs. */
export async function assertClaimable({ address }: ConnectedWallet, input: ClaimInput): Promise<void> {
  const { outcome, rule } = await checkClaim(address, input)
  if (outcome === 'refused') throw new RefusedError('PolicyRefusedException', explainRule(rule, input.policy))
}

/** One signature, for this name only. @throws RefusedError for a name that is not to be had meanwhile. */
export async function claim(wallet: ConnectedWallet, input: ClaimInput): Promise<Claimed> {
  try {
    return await sendClaim(wallet, input)
  } catch (error) {
    throw await toClaimError(error, wallet, input)
  }
}

/** In words, where the name is not to be had meanwhile. */
export async function toClaimError(
  error: unknown,
  wallet: ConnectedWallet,
  input: ClaimInput,
): Promise<unknown> {
  if (!(error instanceof ApiError)) return error
  if (error.name === 'PolicyRefusedException') await assertClaimable(wallet, input)
  if (error.name !== 'SubdomainAlreadyExistsException') return error
  return new RefusedError(error.name, t('claim.taken', { name: input.name }))
}

async function sendClaim(
  wallet: ConnectedWallet,
  { name, domain, chainId, tokenId, invitation, signal }: ClaimInput,
): Promise<Claimed> {
  const headers = await signMessage(wallet, {
    chainId,
    statement: `Claim ${name}. It costs nothing, and sends no transaction.`.replace(/[^\x20-\x7e]/g, ''),
    purpose: { action: 'claim', name, invitationLinkId: invitation?.id },
  })
  signal?.throwIfAborted()
  const { id, noticeToken } = await unwrap(
    api.POST('/byname/v1/domains/{domain}/claims', {
      params: { path: { domain }, query: { chainId: chainIdOf(chainId) } },
      headers,
      body: {
        label: labelOf(name, domain),
        ...(tokenId && { tokenId }),
        ...(invitation && { invitation: invitation.secret }),
      },
    }),
  )
  return { name, pendingId: id, noticeToken, wallet }
}

interface PendingClaim {
  readonly domain: string
  readonly chainId: number
  readonly claimId: string
}

/** Ends a claim that waits for approval. */
export async function withdrawClaim(
  wallet: ConnectedWallet,
  { domain, chainId, claimId }: PendingClaim,
): Promise<void> {
  const purpose = { action: 'withdraw-claim', claimId } as const
  const headers = await signMessage(wallet, { chainId, purpose, statement: 'Withdraw my claim.' })
  const params = { path: { domain, claimId }, query: { chainId: chainIdOf(chainId) } }
  await unwrap(api.DELETE('/byname/v1/domains/{domain}/claims/{claimId}', { params, headers }))
}

function labelOf(name: string, domain: string): string {
  return name.slice(0, -domain.length - 1)
}
