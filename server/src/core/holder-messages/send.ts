import type { Hex } from 'viem'
import { zeroAddress } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, joinName, type Label, storedLabel } from '../../ens/names.ts'
import { AppError, QuotaExceededError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { maxMessagesOfName, maxUnreadOfName, messageLifetimeMs } from '../../model/holder-message.ts'
import { appendEvents } from '../../store/entities/events.ts'
import {
  deleteMessagesOfNames,
  findHeldNames,
  type HeldName,
  insertMessage,
  lockHeldNames,
  type StoredMessage,
  selectMessagesOfNames,
} from '../../store/entities/holder-messages.ts'
import { chargeBudgets } from '../../store/entities/rates.ts'
import type { Queryable, StoreTransaction } from '../../store/tables.ts'
import { normalizeComment } from '../claims/comment.ts'
import { type Caller, type CoreContext, newId } from '../context.ts'
import { assertDomainWriteAccess, lockWritableDomain, requireDomain } from '../domains/rules.ts'
import { newEvent } from '../events/new-event.ts'
import { subnameNotFoundError } from '../subnames/rules.ts'

/** Of one request. */
export const maxMessagedNames = 1000

/** Names of a domain for which messages are left in a day, each counted once for each message. */
export const maxMessagesPerDay = 10_000

const dayMs = 86_400_000

interface SendMessage {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  /** At most `maxMessagedNames`. */
  readonly labels: readonly Label[]
  readonly text: string
  /** Finds the result, and writes nothing. */
  readonly isDryRun: boolean
}

export interface SentMessage {
  /** Null: it is left for no name, or of a dry run. */
  readonly id: string | null
  /** Names by their holders, in the order of the labels. */
  readonly recipients: ReadonlyMap<Hex, number>
  readonly failed: readonly { readonly label: Label; readonly error: AppError }[]
}

/**
 * Leaves one message for the holders that names of a domain have now, in one transaction. Rules in order: the domain exists, the
 * caller may write its names, it is not blocked, the text has words. A name that does not exist, has no holder yet, or has
 * `maxUnreadOfName` messages that its holder has not dismissed has an error of its own, and the others get the message; more than
 * `maxMessagesPerDay` for the domain leave none.
 */
export async function sendMessage(context: CoreContext, input: SendMessage): Promise<SentMessage> {
  const { caller, chainId, domain: domainName, labels, isDryRun } = input
  const domain = await requireDomain(context, chainId, domainName)
  assertDomainWriteAccess(caller, domain, 'names:write')
  const text = normalizeComment(input.text)
  if (text === null) throw new AppError('BadRequestException', 'text: has no words.')
  const wanted = [...new Set(labels)]
  const now = context.clock()
  const resultOf = (names: readonly MessagedName[], id: string | null): SentMessage => {
    const found = new Map(names.map((name) => [storedLabel(name.label), name]))
    const messaged = wanted.flatMap((label) => found.get(label) ?? [])
    const recipients = new Map<Hex, number>()
    for (const { holder, error } of messaged)
      if (!error) recipients.set(holder, (recipients.get(holder) ?? 0) + 1)
    const failed = wanted.flatMap((label) => {
      const name = found.get(label)
      const error = name ? name.error : subnameNotFoundError(joinName(label, domain.name), chainId)
      return error ? [{ label, error }] : []
    })
    return { id: recipients.size > 0 ? id : null, recipients, failed }
  }
  if (isDryRun) {
    const { db } = context.store
    return resultOf(await checkNames(db, domain, await findHeldNames(db, domain, wanted), now), null)
  }
  return context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    const held = await lockHeldNames(tx, domain, wanted)
    const current = await lockWritableDomain(tx, { caller, domain: domain.name }, domain.id, 'names:write')
    const names = await checkNames(tx, current, held, now)
    const message = { id: newId(), domainKey: current.key, text, createdAt: now }
    const result = resultOf(names, message.id)
    const accepted = names.filter(({ error }) => !error)
    if (accepted.length === 0) return result
    await chargeMessages(tx, current, accepted.length, now)
    await deleteMessagesOfNames(
      tx,
      accepted.flatMap(({ surplus }) => surplus),
    )
    await insertMessage(tx, { ...message, expiresAt: now + messageLifetimeMs }, accepted)
    await appendEvents(tx, messageEvent(context, current, result))
    return result
  })
}

interface MessagedName extends HeldName {
  /** Why it gets no message. */
  readonly error: AppError | undefined
  /** Messages that make room: expired, of former holders, and the oldest that were dismissed. */
  readonly surplus: readonly StoredMessage[]
}

async function checkNames(
  db: Queryable,
  domain: Domain,
  names: readonly HeldName[],
  now: number,
): Promise<readonly MessagedName[]> {
  const keys = names.map(({ key }) => key)
  const stored = Map.groupBy(await selectMessagesOfNames(db, keys), ({ subnameKey }) => subnameKey)
  return names.map((name) => {
    const own = stored.get(name.key) ?? []
    const current = own.filter(({ holder, expiresAt }) => holder === name.holder && expiresAt > now)
    const unread = current.filter(({ dismissedAt }) => dismissedAt === null)
    const dismissed = current.filter(({ dismissedAt }) => dismissedAt !== null)
    const kept = [...unread, ...dismissed.slice(0, Math.max(0, maxMessagesOfName - 1 - unread.length))]
    const surplus = own.filter((message) => !kept.includes(message))
    const full = joinName(storedLabel(name.label), domain.name)
    return { ...name, error: findProblem(name, full, unread.length), surplus }
  })
}

function findProblem(name: HeldName, full: EnsName, unread: number): AppError | undefined {
  if (!name.isClaimed) return new AppError('NotClaimedException', `${full} is only reserved.`)
  if (name.holder === zeroAddress) return new AppError('NotClaimedException', `${full} has no holder.`)
  if (unread < maxUnreadOfName) return undefined
  return new AppError(
    'LimitReachedException',
    `The holder of ${full} has not dismissed ${maxUnreadOfName} messages yet.`,
  )
}

/** @throws QuotaExceededError. */
async function chargeMessages(
  tx: StoreTransaction,
  domain: Domain,
  names: number,
  now: number,
): Promise<void> {
  const writesMs = names * (dayMs / maxMessagesPerDay)
  const charge = { id: `messages ${domain.id}`, writesMs, bytesMs: 0 }
  const [budget] = await chargeBudgets(tx, [charge], { now, latest: now + 2 * dayMs })
  if (!budget || budget.writesUntil - now <= dayMs) return
  const seconds = Math.ceil((budget.writesUntil - now - dayMs) / 1000)
  throw new QuotaExceededError(
    `Messages for names of ${domain.name} are limited to ${maxMessagesPerDay.toLocaleString('en')} in a day.`,
    seconds,
  )
}

/** Of the domain, without the text. */
function messageEvent(context: CoreContext, domain: Domain, { id: key, recipients }: SentMessage) {
  const names = [...recipients.values()].reduce((sum, count) => sum + count, 0)
  const { chainId, name, id: domainId, workspaceId } = domain
  const changes = [
    { field: 'names', key, before: null, after: names },
    { field: 'holders', key, before: null, after: recipients.size },
  ]
  return newEvent(context, { type: 'domain.message_left', chainId, name, domainId, workspaceId, changes })
}
