import { createSemaphore } from '../../async/limits.ts'
import { MailError } from '../../mail/mail-error.ts'
import { originOfHost } from '../../model/domain-host.ts'
import { noticeMail } from '../../notice/mail.ts'
import type { NoticeState as EndState, Outcome } from '../../notice/message.ts'
import { maxAttempts, retryDelayMs } from '../../notice/retries.ts'
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

/**
 * Sends the notices that are due, and deletes each once it is sent, refused for good, or attempted often enough. Each attempt is
 * stored before it begins, with the time of the next: processes do not send the same, and one that dies in an attempt leaves it
 * to the next.
 */
export async function tellOutcomes(
  context: TellingContext,
  onFailure: (error: MailError) => void,
  signal: AbortSignal,
): Promise<void> {
  const channels = offeredChannels(context)
  if (channels.length === 0) return
  const { db } = context.store
  const due = await selectDueNotices(db, { channels, now: context.clock(), limit: batchSize })
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
  onFailure: (error: MailError) => void,
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
    if (!(error instanceof MailError)) throw error
    onFailure(error)
    if (attempts < maxAttempts) return
  }
  await remove()
}

function outcomeOf({ claim, domain }: DueNotice): Outcome | undefined {
  const { state, label, comment } = claim
  if (!isEnd(state)) return undefined
  return { state, name: `${label}.${domain}`, domain, comment }
}

function isEnd(state: string): state is EndState {
  return state === 'approved' || state === 'declined' || state === 'expired'
}

async function send(context: TellingContext, { notice, claim }: DueNotice, outcome: Outcome): Promise<void> {
  const origin = originOfHost(context.rules)
  const recipient = openRecipient(context, claim, notice)
  const stop = new URL('/mail/stop', origin)
  stop.searchParams.set('token', stopTokenOf(context, notice.recipientHash))
  stop.searchParams.set('lang', notice.language)
  const mail = noticeMail(outcome, notice.language, {
    requests: `${origin}/me?lang=${notice.language}`,
    stop: stop.href,
    messageId: `<${claim.id}@${new URL(origin).hostname}>`,
  })
  await context.notices.mailer?.send(recipient, mail)
}
