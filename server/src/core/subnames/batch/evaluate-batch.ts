import type { YieldToEventLoop } from '../../../async/time.ts'
import type { EnsName } from '../../../ens/names.ts'
import { AppError } from '../../../errors.ts'
import type { Domain } from '../../../model/domain.ts'
import type { NewEvent } from '../../../model/event.ts'
import type { FormerHolding } from '../../../model/former-gateway.ts'
import type { Resolver } from '../../../model/resolver.ts'
import type { Seal } from '../../../model/seal.ts'
import type { Subname } from '../../../model/subname.ts'
import type { LockedSubname } from '../../../store/entities/subnames.ts'
import type { SubnameWrites } from '../../../store/entities/write-subnames.ts'
import { settleSync } from '../../context.ts'
import type { BatchPolicy } from '../../policies/batch-policy.ts'
import { type SubnameDetails, sealedNameError } from '../rules.ts'
import type { BatchRights, PreparedItem } from './prepare-item.ts'

export interface BatchState {
  readonly domain: Domain
  readonly resolver: Resolver
  readonly rights: BatchRights
  /** Absent: it does not bind keys. */
  readonly policy: BatchPolicy | undefined
  /** By label; those that an item may change. */
  readonly existing: ReadonlyMap<string, LockedSubname>
  /** Labels of others that exist. */
  readonly taken: ReadonlySet<string>
  /** By label, of those that the domain did not hold before the transaction. */
  readonly formers: ReadonlyMap<string, FormerHolding>
  /** By name, of those that are sealed on chain. */
  readonly seals: ReadonlyMap<EnsName, Pick<Seal, 'holder'>>
}

/** The subname as the item leaves it, or as it was before it was revoked. */
interface BatchSuccess extends SubnameDetails {
  readonly isRevoked: boolean
}

export interface BatchItemResult {
  /** Of the item, from 0. */
  readonly index: number
  /** As in the request. */
  readonly label: string
  readonly outcome: BatchSuccess | AppError
}

export interface EvaluatedBatch {
  /** In the order of the items. */
  readonly results: readonly BatchItemResult[]
  readonly writes: SubnameWrites
}

export interface IndexedItem {
  readonly index: number
  readonly label: string
  /** An error does not depend on the state. */
  readonly prepared: PreparedItem | AppError
}

/** What the batch does to one name. */
interface LabelState {
  readonly locked: LockedSubname | undefined
  current: Subname | undefined
  /** The last state of the last subname that the batch creates. */
  created: Subname | undefined
  /** Whether the name has not been revoked in between: another one in its place has its tags and its note. */
  isKept: boolean
}

/**
 * Applies the items one after the other, each to the state that those before have left. An item that fails changes
 * nothing.
 *
 * @throws ControllerUnknown
 */
export async function evaluateBatch(
  items: readonly IndexedItem[],
  { domain, resolver, rights, policy, existing, taken, formers, seals }: BatchState,
  yieldToEventLoop: YieldToEventLoop,
): Promise<EvaluatedBatch> {
  const states = new Map<string, LabelState>()
  const events: NewEvent[] = []
  let subnameCount = domain.subnameCount
  let maxSubnameCount = subnameCount

  const stateOf = (label: string): LabelState => {
    const known = states.get(label)
    if (known) return known
    const locked = existing.get(label)
    const state = { locked, current: locked?.subname, created: undefined, isKept: locked !== undefined }
    states.set(label, state)
    return state
  }
  const applyItem = (item: PreparedItem): BatchSuccess => {
    const state = stateOf(item.label)
    const before = state.current
    const isTaken = before !== undefined || taken.has(item.label)
    const target = {
      ...{ domain: { ...domain, subnameCount }, resolver, subname: before, isTaken, policy },
      former: formers.get(item.label),
    }
    const { after, event } = item.apply(target, rights)
    if (after) assertUnsealed(after, before, seals.get(after.name))
    const subname = after ?? before
    if (!subname) throw new Error('An item of a batch must find or leave a subname.')
    if (event) events.push(event)
    policy?.record(before, after)
    if (after && (after.id !== before?.id || state.created === before)) state.created = after
    state.current = after
    if (!after) state.isKept = false
    subnameCount += Number(after !== undefined) - Number(before !== undefined)
    maxSubnameCount = Math.max(maxSubnameCount, subnameCount)
    return { subname, domain, resolver, isRevoked: !after }
  }

  const results: BatchItemResult[] = []
  for (const { index, label, prepared } of items) {
    const outcome = prepared instanceof AppError ? prepared : settleSync(() => applyItem(prepared))
    results.push({ index, label, outcome })
    const turn = yieldToEventLoop()
    if (turn) await turn
  }
  const peak = maxSubnameCount - domain.subnameCount
  return { results, writes: { ...netWrites([...states.values()]), events, peak } }
}

/** A sealed name can be removed, and issued to its holder, whose records then count. @throws AppError `SealedNameException`. */
function assertUnsealed(
  { name, holder }: Subname,
  before: Subname | undefined,
  seal: Pick<Seal, 'holder'> | undefined,
): void {
  if (seal && (before || seal.holder !== holder)) throw sealedNameError({ name }, seal)
}

/** One write for each name, however often it changes, or two if another subname takes its place. */
function netWrites(states: readonly LabelState[]): Omit<SubnameWrites, 'events' | 'peak'> {
  return {
    deleted: states.flatMap(({ locked, current }) =>
      locked && current?.id !== locked.subname.id ? [locked] : [],
    ),
    updated: states.flatMap(({ locked, current }) =>
      locked && current && current !== locked.subname && current.id === locked.subname.id
        ? [{ before: locked, after: current }]
        : [],
    ),
    inserted: states.flatMap(({ created }) => created ?? []),
    replaced: new Set(
      states.flatMap(({ locked, current, isKept }) =>
        locked && isKept && current?.id !== locked.subname.id ? [locked.subname.label] : [],
      ),
    ),
    withdrawn: new Set(states.flatMap(({ created, current }) => (created && !current ? [created] : []))),
  }
}
