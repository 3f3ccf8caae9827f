import type { Claim } from '../../model/claim.ts'
import type { ClaimNotice, NoticeChannel } from '../../model/claim-notice.ts'
import type { CursorContext } from '../page.ts'

/** Equal for equal recipients, so that what one gets is bounded. */
export function hashRecipient({ cursors }: CursorContext, recipient: string): string {
  return cursors.seal(['hash of a recipient', recipient], '')
}

type RecipientClaim = Pick<Claim, 'id'>

function recipientOf({ id }: RecipientClaim, channel: NoticeChannel) {
  return ['recipient of a notice', id, channel]
}

export function sealRecipient(
  { cursors }: CursorContext,
  claim: RecipientClaim,
  channel: NoticeChannel,
  recipient: string,
): string {
  return cursors.seal(recipientOf(claim, channel), recipient)
}

export function openRecipient(
  { cursors }: CursorContext,
  claim: RecipientClaim,
  { channel, recipient }: Pick<ClaimNotice, 'channel' | 'recipient'>,
): string {
  const opened = cursors.open(recipientOf(claim, channel), recipient)
  if (typeof opened !== 'string') throw new Error('The recipient of a notice was sealed by another database.')
  return opened
}

/** In the link of a message, by which its recipient stops all further ones. */
export function stopTokenOf({ cursors }: CursorContext, recipientHash: string): string {
  return cursors.seal(stopList, recipientHash)
}

const stopList = ['stop messages']

/** The hash of the recipient; `undefined` for a token of no message. */
export function openStopToken({ cursors }: CursorContext, token: string): string | undefined {
  const recipientHash = cursors.open(stopList, token)
  return typeof recipientHash === 'string' ? recipientHash : undefined
}
