import { createSemaphore } from '../../async/limits.ts'
import { MailError } from '../../mail/mail-error.ts'
import { reasonOf } from '../../model/claim.ts'
import type { NoticeChannel } from '../../model/claim-notice.ts'
import { originOfHost } from '../../model/domain-host.ts'
import { type Mail, noticeMail } from '../../notice/mail.ts'
import type { NoticeState as EndState, Outcome } from '../../notice/message.ts'
import { noticePush } from '../../notice/push.ts'
import { maxAttempts, retryDelayMs } from '../../notice/retries.ts'
import { PushError } from '../../push/push-error.ts'
import type { PushSubscription } from '../../push/push-sender.ts'
import {
  beginAttempt,
  type DueNotice,
  deleteNotices,
  selectDueNotices,
} from '../../store/entities/claim-notices.ts'
import { findHold } from '../../store/entities/settings.ts'
import type { CoreContext } from '../context.ts'
import { openRecipient, stopTokenOf } from './notice-recipient.ts'
import { offeredChannels } from './notice-token.ts'

export type TellingContext = Pick<CoreContext, 'store' | 'clock' | 'cursors' | 'notices' | 'rules'>

/** At the same time, so that one slow recipient holds up few. */
const maxConcurrent = 4
const batchSize = 100

/** What an attempt ends with that is repeated. */
type SendError = MailError | PushError

/**
 * Sends the notices of a channel that are due, and deletes each once it is sent, refused for good, or attempted often enough. Each attempt is
 * stored before it begins, with the time of the next: processes do not send the same, and one that dies in an attempt leaves it
 * to the next.
 */
export async function tellOutcomes(
  context: TellingContext,
  channel: NoticeChannel,
  onFailure: (error: SendError) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!offeredChannels(context).includes(channel)) return
  const { db } = context.store
  const due = await selectDueNotices(db, { channel, now: context.clock(), limit: batchSize })
  if (due.length === 0 || (await findHold(db))) return
  const semaphore = createSemaphore(maxConcurrent)
  const untilItsTurn = new AbortController().signal
  const tellOne = async (notice: DueNotice) => {
    if (!signal.aborted) await tell(context, notice, onFailure)
  }
  await Promise.all(due.map((notice) => semaphore(() => tellOne(notice), untilItsTurn)))
}

async function tell(
  context: TellingContext,
  due: DueNotice,
  onFailure: (error: SendError) => void,
): Promise<void> {
  const { notice, isClosed } = due
  const { db } = context.store
  const remove = () => deleteNotices(db, notice.claimKey, [notice.channel])
  const outcome = outcomeOf(due)
  if (!outcome || isClosed || notice.attempts >= maxAttempts) return remove()
  const attempts = notice.attempts + 1
  if (!(await beginAttempt(db, notice, context.clock() + retryDelayMs(attempts)))) return
  try {
    await send(context, due, outcome)
  } catch (error) {
    if (!(error instanceof MailError || error instanceof PushError)) throw error
    onFailure(error)
    if (attempts < maxAttempts) return
  }
  await remove()
}

function outcomeOf({ claim, domain }: DueNotice): Outcome | undefined {
  const { label, comment } = claim
  const state = reasonOf(claim) ?? claim.state
  if (!isEnd(state)) return undefined
  return { state, name: `${label}.${domain}`, domain, comment }
}

function isEnd(state: string): state is EndState {
  return state === 'approved' || state === 'declined' || state === 'taken' || state === 'expired'
}

async function send(context: TellingContext, due: DueNotice, outcome: Outcome): Promise<void> {
  const { notice, claim, chainId } = due
  const { mailer, pushSender } = context.notices
  const recipient = openRecipient(context, claim, notice)
  if (notice.channel === 'email') return void (await mailer?.send(recipient, toMail(context, due, outcome)))
  const text = noticePush(outcome, notice.language, { tag: claim.id, chainId })
  await pushSender?.send(toSubscription(recipient), { text, subject: claim.id })
}

/** Safe because `leaveNotice` stored it, sealed. */
function toSubscription(recipient: string): PushSubscription {
  return JSON.parse(recipient)
}

function toMail(context: TellingContext, { notice, claim }: DueNotice, outcome: Outcome): Mail {
  const origin = originOfHost(context.rules)
  const stop = new URL('/mail/stop', origin)
  stop.searchParams.set('token', stopTokenOf(context, notice.recipientHash))
  stop.searchParams.set('lang', notice.language)
  return noticeMail(outcome, notice.language, {
    requests: `${origin}/me?lang=${notice.language}`,
    stop: stop.href,
    messageId: `<${claim.id}@${new URL(origin).hostname}>`,
  })
}
