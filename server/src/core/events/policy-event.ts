import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import { isPolicyList, type Policy, policyFieldNames, type TokenGate } from '../../model/policy.ts'
import { diffFields, diffList, type EventFields } from './diff-fields.ts'
import { type EventContext, newEvent } from './new-event.ts'

const tokenGateFields: EventFields<Policy> = {
  token: ({ tokenGate }) => tokenGate && tokenOf(tokenGate),
  tokenMinimum: ({ tokenGate }) => tokenGate?.minimum ?? null,
  isOncePerToken: ({ tokenGate }) => tokenGate?.isOncePerToken ?? null,
}

/** Of all fields but the lists. */
const fields: EventFields<Policy> = Object.assign(
  {},
  ...policyFieldNames
    .filter((name) => !isPolicyList(name))
    .map((name) => (name === 'tokenGate' ? tokenGateFields : { [name]: (policy: Policy) => policy[name] })),
)

/** CAIP-19. */
function tokenOf({ chainId, standard, contract, tokenId }: TokenGate): string {
  const asset = `eip155:${chainId}/${standard.replace('-', '').toLowerCase()}:${contract}`
  return tokenId === null ? asset : `${asset}/${tokenId}`
}

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
    ...diffFields(fields, before, after),
    ...policyFieldNames
      .filter(isPolicyList)
      .flatMap((list) => diffList(list, before[list], after[list], maxListedLabels)),
  ]
  if (changes.length === 0) return undefined
  return newEvent(context, { type: 'domain.policy_changed', chainId, name, domainId, workspaceId, changes })
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
