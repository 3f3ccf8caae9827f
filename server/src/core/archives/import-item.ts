import type { Hex } from 'viem'
import { joinName, type Label } from '../../ens/names.ts'
import { diffRecords } from '../../ens/records.ts'
import type { Records } from '../../ens/stored-records.ts'
import type { Domain } from '../../model/domain.ts'
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
  readonly label: Label
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
  /** `replaced`: the name that the imported one took the place of. Called again when the transaction is repeated. */
  readonly onEffect: (effect: ImportEffect, replaced?: Subname) => void
}

type Apply = PreparedItem['apply']
type Target = Parameters<Apply>[0]

/**
 * Issues a name that does not exist, and by the rule changes one that does. With another holder or state it is a new name in the place of
 * the old one, which no rule of the policy refuses: it is there already.
 */
export function importItem(context: CoreContext, { content, rule, onEffect }: ImportItem): PreparedItem {
  const apply: Apply = (target) => {
    const { subname: before, domain } = target
    const { workspaceId } = domain
    if (!before) {
      assertIssuable(context, target, content)
      onEffect('added')
      const after = toSubname(context, domain, content)
      const type = after.isClaimed ? 'subname.issued' : 'subname.reserved'
      return { after, event: subnameEvent(context, { type, subname: after, workspaceId, after }) }
    }
    const effect = effectWithoutWrite(before, content, rule)
    const isOther = effect === undefined && hasOtherHolder(before, content)
    onEffect(effect ?? 'changed', isOther ? before : undefined)
    if (effect) return { after: before, event: undefined }
    if (isOther) {
      const after = toSubname(context, domain, content)
      const type = 'subname.transferred'
      return { after, event: subnameEvent(context, { type, subname: after, workspaceId, before, after }) }
    }
    const { records, updatedAt = context.clock() } = content
    const after = { ...before, records, version: before.version + 1, updatedAt }
    return { after, event: changeEvent(context, { before, after, workspaceId }) }
  }
  return { label: content.label, changesExisting: true, creation: creationOf(content), apply }
}

/** @throws AppError as the single operation. */
function assertIssuable(
  context: CoreContext,
  { domain, policy, former }: Target,
  content: ImportContent,
): void {
  const { label, holder } = content
  const error = availabilityError(context, { domain, label, subname: undefined, former, holder })
  if (error) throw error
  policy?.assertAllowed(creationOf(content))
}

function creationOf({ label, holder, isClaimed }: ImportContent): BatchCreation {
  return { label, action: isClaimed ? 'issue' : 'invite', address: holder }
}

/** Of a name that exists; `undefined` if it has to change. */
export function effectWithoutWrite(
  before: Subname,
  content: ImportContent,
  rule: ImportRule,
): 'unchanged' | 'kept' | undefined {
  if (isEqual(before, content)) return 'unchanged'
  const isKept = rule === 'keep' || (rule === 'newest' && before.updatedAt >= (content.updatedAt ?? 0))
  return isKept ? 'kept' : undefined
}

function toSubname(context: CoreContext, domain: Domain, content: ImportContent): Subname {
  const { label, records, holder, isClaimed } = content
  const createdAt: number = content.createdAt ?? content.claimedAt ?? context.clock()
  return {
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
