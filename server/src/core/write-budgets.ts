import type { Hex } from 'viem'
import { joinName } from '../ens/names.ts'
import { QuotaExceededError } from '../errors.ts'
import type { Domain } from '../model/domain.ts'
import type { NewEvent } from '../model/event.ts'
import type { Allowance, BudgetSubject, WriteLimits, WriteMeter } from '../model/write-budget.ts'
import type { DomainLabel } from '../store/entities/domain-label.ts'
import { findDomainById } from '../store/entities/domains.ts'
import { chargeBudgets, findWritesUntil } from '../store/entities/rates.ts'
import { domainLimitOf, hasPermission } from './auth/access.ts'
import type { CoreContext } from './context.ts'

/** What a write leaves in the database or the folder of images. Absent parts are not charged. */
export interface ChargedWrite {
  readonly wallet?: Hex | undefined
  readonly name?: { readonly chainId: number; readonly name: string } | undefined
  readonly domainId?: string | undefined
  /** Beside the row, which counts as `bytesPerRow`. */
  readonly bytes: number
}

export const windowSeconds = 86_400
const windowMs = windowSeconds * 1000

/** Bytes that a subject may write for each write that it may make. */
const bytesPerWrite = 16_384

/** A row of the event log and what belongs to it: indexes, a consumed message, the budgets. */
const bytesPerRow = 1024

/**
 * Counts a write that needs no API key and no session for the client, the wallet, the name and the domain, before it is
 * made: all of them or, above a limit, none. Without a meter nothing is counted.
 *
 * @throws QuotaExceededError.
 */
export async function chargeWrite(context: CoreContext, write: ChargedWrite): Promise<void> {
  const { writeMeter, store, clock, rules } = context
  if (!writeMeter) return
  const charges = chargesOf(write, writeMeter.client, rules.writeLimits)
  const [first] = charges
  if (!first || (await isByWorkspace(context, writeMeter, write))) return
  const now = clock()
  const subject = write.domainId ?? `budget of ${first.id}`
  const allowances = await store.inTurn(subject).plainTransaction(async (tx) => {
    const budgets = await chargeBudgets(tx, charges, { now, latest: now + 2 * windowMs })
    const untils = new Map(budgets.map((budget) => [budget.id, budget]))
    const after = charges.flatMap((charge) => {
      const { writesUntil = now, bytesUntil = now } = untils.get(charge.id) ?? {}
      return [
        allowanceOf(charge, 'writes', writesUntil - now),
        allowanceOf(charge, 'bytes', bytesUntil - now),
      ]
    })
    const exceeded = after.filter(({ retryInSeconds }) => retryInSeconds > 0)
    if (exceeded.length > 0) {
      writeMeter.report(exceeded)
      throw quotaExceeded(exceeded)
    }
    return after
  })
  writeMeter.report(allowances)
}

interface ImportedWrite {
  /** Whose lookup it is; absent: only the domain is charged. */
  readonly client: string | undefined
  readonly bytes: number
}

/** Names of a domain that come over from its former gateway by lookups, in a day. */
export const maxImportsPerDay = 5_000

/**
 * Counts a name that comes over from a former gateway, for the client that has looked it up and for the domain, and as an import of
 * the domain.
 *
 * @throws QuotaExceededError.
 */
export async function chargeImport(
  context: CoreContext,
  { domain, label }: Pick<DomainLabel, 'domain' | 'label'>,
  { client, bytes }: ImportedWrite,
): Promise<void> {
  const writeMeter = { client: client ?? '', apiKey: async () => undefined, report: () => {} }
  const limits = { ...context.rules.writeLimits, ...(client === undefined && { address: 0 }) }
  await chargeWrite(
    { ...context, writeMeter, rules: { ...context.rules, writeLimits: limits } },
    { name: { chainId: domain.chainId, name: joinName(label, domain.name) }, domainId: domain.id, bytes },
  )
  const now = context.clock()
  const writesMs = windowMs / maxImportsPerDay
  await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    const charge = { id: importBudgetId(domain), writesMs, bytesMs: 0 }
    const [budget] = await chargeBudgets(tx, [charge], { now, latest: now + 2 * windowMs })
    if (!budget || budget.writesUntil - now <= windowMs) return
    const seconds = Math.ceil((budget.writesUntil - now - windowMs) / 1000)
    throw new QuotaExceededError(`${maxImportsPerDay} names of ${domain.name} came over in a day.`, seconds)
  })
}

/** How many names of a domain may come over now. */
export async function readImportsLeft(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  domain: Pick<Domain, 'id'>,
): Promise<number> {
  const until = await findWritesUntil(store.db, importBudgetId(domain))
  const leftMs = Math.max(0, (until ?? 0) - clock())
  // As when it is charged: a later end was written before the clock was set back.
  const usedMs = leftMs > 2 * windowMs ? 0 : leftMs
  return Math.max(0, Math.floor(((windowMs - usedMs) * maxImportsPerDay) / windowMs))
}

function importBudgetId({ id }: Pick<Domain, 'id'>): string {
  return `import ${id}`
}

/** A key of the domain's workspace: an app that writes for its holders, under the limit of its key. */
async function isByWorkspace(
  { store }: CoreContext,
  { apiKey }: WriteMeter,
  { domainId }: ChargedWrite,
): Promise<boolean> {
  if (domainId === undefined) return false
  const key = await apiKey()
  const domain = key && (await findDomainById(store.db, domainId))
  if (!domain || !hasPermission({ apiKey: key }, domain.workspaceId, 'names:write')) return false
  return domainLimitOf({ apiKey: key })?.includes(domain.id) ?? true
}

/** Charges the write of an event, of which the wallet is the actor. */
export function chargeEvent(context: CoreContext, event: NewEvent): Promise<void> {
  const { actor, name, chainId, domainId, changes } = event
  return chargeWrite(context, {
    wallet: actor.type === 'wallet' ? (actor.address ?? undefined) : undefined,
    name: name === null || chainId === null ? undefined : { chainId, name },
    domainId: domainId ?? undefined,
    bytes: bytesOf(changes) + bytesOf(changes.map(({ after }) => after)),
  })
}

/** As JSON: values before and after are in the log, those after in the row of the name as well. */
function bytesOf(values: readonly unknown[]): number {
  return Buffer.byteLength(JSON.stringify(values))
}

interface SubjectCharge {
  readonly id: string
  readonly subject: BudgetSubject
  readonly maxWrites: number
  readonly writesMs: number
  readonly bytesMs: number
}

function chargesOf(
  { wallet, name, domainId, bytes }: ChargedWrite,
  client: string,
  limits: WriteLimits,
): readonly SubjectCharge[] {
  const ids: Readonly<Record<BudgetSubject, string | undefined>> = {
    address: client,
    wallet,
    name: name && `${name.chainId} ${name.name}`,
    domain: domainId,
  }
  const subjects = ['address', 'wallet', 'name', 'domain'] as const
  return subjects.flatMap((subject) => {
    const maxWrites = limits[subject]
    const id = ids[subject]
    if (maxWrites === 0 || id === undefined) return []
    const writesMs = Math.ceil(windowMs / maxWrites)
    const bytesMs = Math.ceil(((bytesPerRow + bytes) * windowMs) / (maxWrites * bytesPerWrite))
    return [{ id: `${subject} ${id}`, subject, maxWrites, writesMs, bytesMs }]
  })
}

/** @param usedMs After the charge: until the bucket is full. */
function allowanceOf(
  { subject, maxWrites }: SubjectCharge,
  unit: Allowance['unit'],
  usedMs: number,
): Allowance {
  const max = unit === 'writes' ? maxWrites : maxWrites * bytesPerWrite
  return {
    subject,
    unit,
    max,
    remaining: Math.max(0, Math.floor(((windowMs - usedMs) * max) / windowMs)),
    resetInSeconds: Math.min(windowSeconds, Math.ceil(usedMs / 1000)),
    retryInSeconds: Math.max(0, Math.ceil((usedMs - windowMs) / 1000)),
  }
}

const subjectNames: Readonly<Record<BudgetSubject, string>> = {
  address: 'Your address',
  wallet: 'This wallet',
  name: 'This name',
  domain: 'This domain',
}

/** Of the one that takes longest. */
function quotaExceeded(exceeded: readonly Allowance[]): QuotaExceededError {
  const [longest] = exceeded.toSorted((a, b) => b.retryInSeconds - a.retryInSeconds)
  if (!longest) throw new Error('No budget is exceeded.')
  const { subject, unit, max, retryInSeconds } = longest
  return new QuotaExceededError(
    `${subjectNames[subject]} is limited to ${max} ${unit === 'bytes' ? 'bytes of writes' : 'writes'} in a day without ` +
      `an API key. Retry in ${retryInSeconds} seconds.`,
    retryInSeconds,
  )
}
