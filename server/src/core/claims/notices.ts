import { AppError } from '../../errors.ts'
import type { Claim } from '../../model/claim.ts'
import {
  type ClaimNotice,
  type NoticeChannel,
  type NoticeLanguage,
  noticeChannels,
} from '../../model/claim-notice.ts'
import { maskEmail } from '../../notice/mask.ts'
import type { PushSubscription } from '../../push/push-sender.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import {
  countNoticesOf,
  deleteNotices,
  isStopped,
  lockPendingClaim,
  selectNotices,
  stopRecipient,
  writeNotice,
} from '../../store/entities/claim-notices.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { countShared } from '../rate-limits.ts'
import { type ClaimDetails, type ClaimRef, requireClaim } from './claim-details.ts'
import { hashRecipient, openRecipient, openStopToken, sealRecipient } from './notice-recipient.ts'
import { isNoticeToken, offeredChannels } from './notice-token.ts'

interface NoticeRef extends ClaimRef {
  /** `noticeTokenOf` the claim. */
  readonly token: string
}

/** What this service offers, and what the claimant has left; nothing else of it is shown to any caller. */
export interface NoticeState {
  readonly offersEmail: boolean
  /** Masked; `null`: none. */
  readonly email: string | null
  /** What a browser subscribes with; `null`: this service sends no notifications. */
  readonly pushKey: string | null
  /** Whether a browser was left. */
  readonly hasPush: boolean
}

/** Of one recipient: claims that wait, and claims in a day. */
const maxWaiting = 10
const maxADay = 5
const dayMs = 86_400_000

/** A wrong token is as a claim that does not exist. */
async function requireOwnClaim(context: CoreContext, { token, ...ref }: NoticeRef): Promise<ClaimDetails> {
  const details = await requireClaim(context, ref)
  assertNotBlocked(details.domain)
  if (isNoticeToken(context, details.claim, token)) return details
  throw new AppError('ClaimNotFoundException', `The token is not that of a claim of ${details.domain.name}.`)
}

interface LeaveNotice extends NoticeRef {
  /** An e-mail address in lower case, or a browser. */
  readonly left: { readonly email: string } | { readonly subscription: PushSubscription }
  readonly language: NoticeLanguage
  /** Counts the request by network address; throws at the limit. */
  readonly countRequest: () => Promise<void>
}

/**
 * Stores where one message about the outcome goes. Rules in order: the claim exists, its domain is not blocked, the
 * token is its own, this service can send to the recipient, the network address has left few, the recipient wants messages and has
 * few, the claim is pending.
 */
export async function leaveNotice(
  context: CoreContext,
  { left, language, countRequest, ...ref }: LeaveNotice,
): Promise<NoticeState> {
  const { claim, name } = await requireOwnClaim(context, ref)
  const { channel, recipient, subject } = toRecipient(context, left)
  await countRequest()
  const recipientHash = hashRecipient(context, subject)
  await assertFewRecent(context, recipientHash)
  const notice: ClaimNotice = {
    ...{ claimKey: claim.key, channel, recipientHash, language, attempts: 0, dueAt: null },
    recipient: sealRecipient(context, claim, channel, recipient),
    createdAt: context.clock(),
  }
  await context.store.inTurn('claim notices').plainTransaction(async (tx) => {
    await assertWanted(tx, notice)
    if (!(await lockPendingClaim(tx, claim.key)))
      throw new AppError('ClaimNotPendingException', `The claim of ${name} is not pending any more.`)
    await writeNotice(tx, notice)
  })
  return readState(context, claim)
}

interface Recipient {
  readonly channel: NoticeChannel
  readonly recipient: string
  /** What is the same in all notices to it. */
  readonly subject: string
}

/** @throws AppError for one to which this service cannot send. */
function toRecipient({ notices: { mailer, pushSender } }: CoreContext, left: LeaveNotice['left']): Recipient {
  if ('email' in left) {
    if (!mailer) throw new AppError('BadRequestException', 'email: this service sends no mails.')
    return { channel: 'email', recipient: left.email, subject: left.email }
  }
  if (!pushSender)
    throw new AppError(
      'BadRequestException',
      'subscription: this service has no https URL for notifications.',
    )
  const { subscription } = left
  try {
    pushSender.assertSubscription(subscription)
  } catch (error) {
    const what = error instanceof OutboundError ? `the push service ${error.message}` : 'p256dh is no key'
    throw new AppError('BadRequestException', `subscription: ${what}.`)
  }
  return { channel: 'push', recipient: JSON.stringify(subscription), subject: subscription.endpoint }
}

/** One error for all, which tells another person nothing of who wants no messages. */
function recipientError(): AppError {
  return new AppError(
    'LimitReachedException',
    'No more messages can be sent to this recipient now: leave another one.',
  )
}

async function assertFewRecent(context: CoreContext, recipientHash: string): Promise<void> {
  const { count } = await countShared(context, `notices ${recipientHash}`, context.clock() + dayMs)
  if (count > maxADay) throw recipientError()
}

async function assertWanted(tx: StoreTransaction, notice: ClaimNotice): Promise<void> {
  if (await isStopped(tx, notice.recipientHash)) throw recipientError()
  if ((await countNoticesOf(tx, notice)) >= maxWaiting) throw recipientError()
}

/** Also of a claim that is decided, until the message is sent. */
export async function readNotices(context: CoreContext, ref: NoticeRef): Promise<NoticeState> {
  const { claim } = await requireOwnClaim(context, ref)
  return readState(context, claim)
}

/** `channel`: of it alone. */
export async function removeNotices(
  context: CoreContext,
  { channel, ...ref }: NoticeRef & { readonly channel?: NoticeChannel | undefined },
): Promise<NoticeState> {
  const { claim } = await requireOwnClaim(context, ref)
  await context.store
    .inTurn('claim notices')
    .plainStatement((turn) => deleteNotices(turn, claim.key, channel ? [channel] : noticeChannels))
  return readState(context, claim)
}

async function readState(context: CoreContext, claim: Claim): Promise<NoticeState> {
  const notices = await selectNotices(context.store.db, claim.key)
  const email = notices.find(({ channel }) => channel === 'email')
  return {
    offersEmail: offeredChannels(context).includes('email'),
    email: email ? maskEmail(openRecipient(context, claim, email)) : null,
    pushKey: context.notices.pushSender?.publicKey ?? null,
    hasPush: notices.some(({ channel }) => channel === 'push'),
  }
}

/** Of any number of times. @throws AppError `NotFoundException` for a token of no message. */
export async function stopNotices(context: CoreContext, token: string): Promise<void> {
  const recipientHash = openStopToken(context, token)
  if (recipientHash === undefined)
    throw new AppError('NotFoundException', 'The link is not complete: open it from the message again.')
  await context.store
    .inTurn('claim notices')
    .plainTransaction((tx) => stopRecipient(tx, recipientHash, context.clock()))
}
