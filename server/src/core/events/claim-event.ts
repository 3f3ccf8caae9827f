import { joinName } from '../../ens/name.ts'
import type { Claim, ClaimState } from '../../model/claim.ts'
import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import { type EventContext, newEvent } from './new-event.ts'

type ClaimEventType = Extract<NewEvent['type'], `claim.${string}`>

interface ClaimChange {
  readonly type: ClaimEventType
  readonly domain: Domain
  readonly claim: Claim
  readonly before: ClaimState | null
  readonly after: ClaimState
}

/** A claim that is approved is the event `subname.issued`. */
export function claimEvent(
  context: EventContext,
  { type, domain, claim, before, after }: ClaimChange,
): NewEvent {
  const { id, claimant, label, expiresAt } = claim
  return newEvent(context, {
    type,
    chainId: domain.chainId,
    name: joinName(label, domain.name),
    domainId: domain.id,
    workspaceId: domain.workspaceId,
    changes: [
      { field: 'state', key: id, before, after },
      ...(before === null
        ? [
            { field: 'claimant', key: id, before: null, after: claimant },
            { field: 'expiresAt', key: id, before: null, after: expiresAt },
          ]
        : []),
    ],
  })
}
