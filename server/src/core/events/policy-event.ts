import type { Domain } from '../../model/domain.ts'
import type { EventChange, EventValue, NewEvent } from '../../model/event.ts'
import type { Policy, TokenGate } from '../../model/policy.ts'
import { type EventContext, newEvent } from './new-event.ts'

const fields = {
  claims: ({ claims }) => claims,
  opensAt: ({ opensAt }) => opensAt,
  closesAt: ({ closesAt }) => closesAt,
  appliesToKeys: ({ appliesToKeys }) => appliesToKeys,
  minLength: ({ minLength }) => minLength,
  maxLength: ({ maxLength }) => maxLength,
  characters: ({ characters }) => characters,
  refuseProfanity: ({ refuseProfanity }) => refuseProfanity,
  refuseLookalikes: ({ refuseLookalikes }) => refuseLookalikes,
  namesPerWallet: ({ namesPerWallet }) => namesPerWallet,
  waitingDays: ({ waitingDays }) => waitingDays,
  isAllowListed: ({ isAllowListed }) => isAllowListed,
  token: ({ tokenGate }) => tokenGate && tokenOf(tokenGate),
  tokenMinimum: ({ tokenGate }) => tokenGate?.minimum ?? null,
  isOncePerToken: ({ tokenGate }) => tokenGate?.isOncePerToken ?? null,
  needsApproval: ({ needsApproval }) => needsApproval,
} as const satisfies Record<string, (policy: Policy) => EventValue>

/** CAIP-19. */
function tokenOf({ chainId, standard, contract, tokenId }: TokenGate): string {
  const asset = `eip155:${chainId}/${standard.replace('-', '').toLowerCase()}:${contract}`
  return tokenId === null ? asset : `${asset}/${tokenId}`
}

const lists = ['reservedLabels', 'blockedLabels', 'blockedParts'] as const

/** Labels of one list in an event: of more, their numbers. */
const maxListedLabels = 100

/** `undefined` without a change. */
export function policyEvent(
  context: EventContext,
  { id: domainId, chainId, name, workspaceId }: Domain,
  before: Policy,
  after: Policy,
): NewEvent | undefined {
  const changes = [
    ...Object.entries(fields)
      .map(([field, read]) => ({ field, key: null, before: read(before), after: read(after) }))
      .filter((change) => change.before !== change.after),
    ...lists.flatMap((list) => listChanges(list, before[list], after[list])),
  ]
  if (changes.length === 0) return undefined
  return newEvent(context, { type: 'domain.policy_changed', chainId, name, domainId, workspaceId, changes })
}

function listChanges(
  field: string,
  before: readonly string[],
  after: readonly string[],
): readonly EventChange[] {
  const [old, current] = [new Set(before), new Set(after)]
  const changed = [...new Set([...before, ...after])].filter((label) => old.has(label) !== current.has(label))
  if (changed.length > maxListedLabels)
    return [{ field, key: null, before: before.length, after: after.length }]
  return changed.map((label) => ({ field, key: label, before: old.has(label), after: current.has(label) }))
}

/** Of the number of addresses. */
export function allowListEvent(
  context: EventContext,
  { id: domainId, chainId, name, workspaceId }: Domain,
  before: number,
  after: number,
): NewEvent {
  const changes = [{ field: 'allowList', key: null, before, after }]
  return newEvent(context, { type: 'domain.policy_changed', chainId, name, domainId, workspaceId, changes })
}
