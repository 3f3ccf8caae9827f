import type { Claim } from '../../model/claim.ts'
import { type NoticeChannel, noticeChannels } from '../../model/claim-notice.ts'
import type { CoreContext } from '../context.ts'

type TokenContext = Pick<CoreContext, 'cursors' | 'notices'>

export function offeredChannels({ notices }: Pick<CoreContext, 'notices'>): readonly NoticeChannel[] {
  const senders = { email: notices.mailer, push: notices.pushSender }
  return noticeChannels.filter((channel) => senders[channel] !== undefined)
}

const position = 'token'

function listOf({ id }: Pick<Claim, 'id'>) {
  return ['notices of a claim', id]
}

/**
 * What allows its bearer to leave, read and delete the notices of a claim: returned to the wallet that signed, and to no other
 * caller. `null` where there is nothing to leave.
 */
export function noticeTokenOf(context: TokenContext, claim: Pick<Claim, 'id' | 'state'>): string | null {
  if (claim.state !== 'pending' || offeredChannels(context).length === 0) return null
  return context.cursors.seal(listOf(claim), position)
}

export function isNoticeToken(
  { cursors }: Pick<TokenContext, 'cursors'>,
  claim: Pick<Claim, 'id'>,
  token: string,
): boolean {
  return cursors.open(listOf(claim), token) === position
}
