import type { Hex } from 'viem'
import { createYieldToEventLoop } from '../../async/time.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { mergeRecords, parseRecordChanges, type RecordInput } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import type { BrandingChanges } from '../../model/branding.ts'
import type { Domain } from '../../model/domain.ts'
import type { EventChange, NewEvent } from '../../model/event.ts'
import { parseAllowList } from '../../policy/parse-allow-list.ts'
import { listAllowedAddresses, replaceAllowedAddresses } from '../../store/entities/allowed-addresses.ts'
import { updateDomainRecords } from '../../store/entities/domain-changes.ts'
import { appendEvents } from '../../store/entities/events.ts'
import type { VersionedTransaction } from '../../store/tables.ts'
import { parseOriginRules } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { changeBranding } from '../domains/change.ts'
import { assertDomainWriteAccess, requireDomain } from '../domains/rules.ts'
import { domainEvents } from '../events/entity-events.ts'
import { allowListEvent } from '../events/policy-event.ts'
import { lockPolicyDomain, readPolicy } from '../policies/policy.ts'
import { changePolicy, completeIndex, type PolicyChanges, parsePolicyChanges } from '../policies/update.ts'

/** Of a domain elsewhere. Absent parts stay as they are here. */
export interface ImportedSettings {
  readonly allowedOrigins?: readonly string[] | null | undefined
  /** Seconds; `null`: never. */
  readonly sharedMaxAge?: number | null | undefined
  /** Of the domain's own name; a supplied kind replaces that of here. */
  readonly records?: RecordInput
  readonly branding?: BrandingChanges | undefined
  /** `null`: unlimited. */
  readonly userChosenLimit?: number | null | undefined
  readonly policy?: PolicyChanges | undefined
  /** CSV (`parseAllowList`); empty: no address. */
  readonly allowList?: Uint8Array | undefined
}

interface ImportSettings {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly settings: ImportedSettings
  /** Finds the changes without writing anything. */
  readonly isDryRun: boolean
}

/**
 * Gives a domain the settings that it has elsewhere, in one transaction and as each is changed otherwise: with the same bounds and
 * events. What an operator decides (plan, block, workspace) is no part of them. Returns what changes.
 *
 * Rules in order: the domain exists, the credential may write to it and it is not blocked, then those of each setting.
 */
export async function importSettings(
  context: CoreContext,
  { settings, isDryRun, ...ref }: ImportSettings,
): Promise<readonly EventChange[]> {
  const { id, ...found } = await requireDomain(context, ref.chainId, ref.domain)
  assertDomainWriteAccess(ref.caller, { id, ...found })
  const yieldToEventLoop = createYieldToEventLoop()
  const policy = parsePolicyChanges(context, settings.policy ?? {})
  const allowList = settings.allowList && (await parseAllowList(settings.allowList, yieldToEventLoop))
  let changes: readonly EventChange[] = []
  const note = (events: readonly NewEvent[]) => {
    changes = [...changes, ...events.flatMap((event) => event.changes)]
  }
  let unindexed: Domain | undefined
  const write = async (tx: VersionedTransaction) => {
    // The transaction may run again.
    changes = []
    const domain = await lockPolicyDomain(tx, ref, id)
    assertDomainWriteAccess(ref.caller, domain)
    const updated = await changePolicy(context, tx, await readPolicy(tx, domain), policy, (event) =>
      note([event]),
    )
    if (!updated.isIndexed) unindexed = domain
    note(await changeSettings(context, tx, domain, settings))
    if (allowList) note(await changeAllowList(context, tx, domain, allowList))
    if (isDryRun) throw new RolledBack()
  }
  try {
    await context.store.inTurn(id).transaction(write)
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    return changes
  }
  if (unindexed) await completeIndex(context, unindexed)
  return changes
}

/** Ends a transaction that must leave nothing. */
class RolledBack extends Error {}

async function changeSettings(
  context: CoreContext,
  tx: VersionedTransaction,
  before: Domain,
  { records = {}, allowedOrigins, sharedMaxAge, branding, userChosenLimit }: ImportedSettings,
): Promise<readonly NewEvent[]> {
  const limits = context.rules.limits.records
  const given = parseRecordChanges(records, limits)
  const merged = mergeRecords(before.records, given, limits, { replace: true })
  const changes = {
    ...(allowedOrigins !== undefined && {
      allowedOrigins: allowedOrigins && parseOriginRules(allowedOrigins),
    }),
    ...(sharedMaxAge !== undefined && { sharedMaxAge }),
    ...(branding && { branding: changeBranding(before.branding, branding) }),
    ...(userChosenLimit !== undefined && { userChosenLimit }),
  }
  const after = { ...before, ...changes, records: merged }
  const events = domainEvents(context, { type: 'domain.changed', before, after })
  if (events.length === 0) return []
  const update = { domain: before, records: merged, changes, updatedAt: context.clock() }
  if (!(await updateDomainRecords(tx, update)))
    throw new AppError('EnsNotFound', `${before.name} was deleted or moved by another request.`)
  await appendEvents(tx, ...events)
  return events
}

async function changeAllowList(
  context: CoreContext,
  tx: VersionedTransaction,
  domain: Domain,
  addresses: readonly Hex[],
): Promise<readonly NewEvent[]> {
  const limit = Number.MAX_SAFE_INTEGER
  const before = await listAllowedAddresses(tx, domain, { after: undefined, limit })
  if (before.length === addresses.length && before.every((address, index) => address === addresses[index]))
    return []
  await replaceAllowedAddresses(tx, domain, addresses, createYieldToEventLoop())
  const event = allowListEvent(context, domain, before.length, addresses.length)
  await appendEvents(tx, event)
  return [event]
}
