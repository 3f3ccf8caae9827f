import type { Hex } from 'viem'
import { joinName } from '../../ens/names.ts'
import { diffRecords, type Records } from '../../ens/records.ts'
import type { NewEvent } from '../../model/event.ts'
import type { Subname } from '../../model/subname.ts'
import { type CoreContext, newId } from '../context.ts'
import { subnameEvent } from '../events/entity-events.ts'
import type { BatchCreation } from '../policies/batch-policy.ts'
import { availabilityError } from '../subnames/add.ts'
import type { PreparedItem } from '../subnames/batch/prepare-item.ts'
import { changeEvent } from '../subnames/change.ts'

/** What happens to a name that exists with other content: it stays, is replaced, or the one that was changed last counts. */
export const importRules = ['keep', 'replace', 'newest'] as const

export type ImportRule = (typeof importRules)[number]

/** `unchanged`: it exists with equal content. `kept`: with other content, which stays by the rule. */
export const importEffects = ['added', 'changed', 'unchanged', 'kept'] as const

export type ImportEffect = (typeof importEffects)[number]

/** A name as it will be. Times are milliseconds since 1970, none of them later than now; absent: unknown. */
export interface ImportContent {
  /** Normalized. */
  readonly label: string
  readonly records: Records
  readonly holder: Hex
  readonly isClaimed: boolean
  readonly createdAt: number | undefined
  readonly updatedAt: number | undefined
  /** Of a claimed name. */
  readonly claimedAt: number | undefined
}

interface ImportItem {
  readonly content: ImportContent
  readonly rule: ImportRule
  /** Called again when the transaction is repeated. */
  readonly onEffect: (effect: ImportEffect) => void
}

type Apply = PreparedItem['apply']
type Target = Parameters<Apply>[0]

/**
 * Two items, one after the other. The first issues a name that does not exist, changes one whose holder and state stay, and removes
 * another; the second issues what was removed, which no rule refuses: the name is there already.
 */
export function importItems(
  context: CoreContext,
  { content, rule, onEffect }: ImportItem,
): readonly [PreparedItem, PreparedItem] {
  let removed: Subname | undefined
  let failure: unknown
  const place: Apply = (target) => {
    const { subname: before, domain } = target
    if (!before) {
      assertIssuable(context, target, content)
      onEffect('added')
      return issue(context, target, content)
    }
    if (isEqual(before, content)) return left(before, onEffect, 'unchanged')
    if (rule === 'keep' || (rule === 'newest' && before.updatedAt >= (content.updatedAt ?? 0)))
      return left(before, onEffect, 'kept')
    onEffect('changed')
    const { workspaceId } = domain
    if (!hasOtherHolder(before, content)) {
      const { records, updatedAt = context.clock() } = content
      const after = { ...before, records, version: before.version + 1, updatedAt }
      return { after, event: changeEvent(context, { before, after, workspaceId }) }
    }
    removed = before
    const event = subnameEvent(context, { type: 'subname.revoked', subname: before, workspaceId, before })
    return { after: undefined, event }
  }
  const supply: Apply = (target) => {
    if (failure) throw failure
    return removed ? issue(context, target, content) : { after: target.subname, event: undefined }
  }
  const placeAndKeepFailure: Apply = (...target) => {
    removed = undefined
    failure = undefined
    try {
      return place(...target)
    } catch (error) {
      failure = error
      throw error
    }
  }
  return [prepared(content, placeAndKeepFailure), prepared(content, supply)]
}

/** @throws AppError as the single operation. */
function assertIssuable(context: CoreContext, { domain, policy }: Target, content: ImportContent): void {
  const error = availabilityError(context, { domain, subname: undefined })
  if (error) throw error
  policy?.assertAllowed(creationOf(content))
}

function creationOf({ label, holder, isClaimed }: ImportContent): BatchCreation {
  return { label, action: isClaimed ? 'issue' : 'invite', address: holder }
}

function prepared(content: ImportContent, apply: Apply): PreparedItem {
  return { label: content.label, changesExisting: true, creation: creationOf(content), apply }
}

function left(subname: Subname, onEffect: ImportItem['onEffect'], effect: ImportEffect) {
  onEffect(effect)
  return { after: subname, event: undefined }
}

function issue(
  context: CoreContext,
  { domain }: Target,
  content: ImportContent,
): { readonly after: Subname; readonly event: NewEvent } {
  const { label, records, holder, isClaimed } = content
  const createdAt: number = content.createdAt ?? content.claimedAt ?? context.clock()
  const subname: Subname = {
    id: newId(),
    domainId: domain.id,
    chainId: domain.chainId,
    name: joinName(label, domain.name),
    ...{ label, records, holder, isClaimed },
    claimedAt: isClaimed ? (content.claimedAt ?? createdAt) : null,
    version: 1,
    createdAt,
    updatedAt: Math.max(createdAt, content.updatedAt ?? createdAt),
  }
  const event = subnameEvent(context, {
    type: isClaimed ? 'subname.issued' : 'subname.reserved',
    subname,
    workspaceId: domain.workspaceId,
    after: subname,
  })
  return { after: subname, event }
}

function hasOtherHolder(
  before: Subname,
  { holder, isClaimed, claimedAt, createdAt }: ImportContent,
): boolean {
  return (
    before.holder !== holder ||
    before.isClaimed !== isClaimed ||
    (claimedAt !== undefined && before.claimedAt !== claimedAt) ||
    (createdAt !== undefined && before.createdAt !== createdAt)
  )
}

/** But for the time of its last change. */
function isEqual(before: Subname, content: ImportContent): boolean {
  return !hasOtherHolder(before, content) && diffRecords(before.records, content.records).length === 0
}
