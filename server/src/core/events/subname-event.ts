import { diffRecords } from '../../ens/diff-records.ts'
import { emptyRecords } from '../../ens/records.ts'
import type { EventChange, EventType, NewEvent } from '../../model/event.ts'
import type { Subname } from '../../model/subname.ts'
import { type EventContext, newEvent } from './new-event.ts'

type SubnameState = Pick<Subname, 'holder' | 'isClaimed' | 'records'>

interface SubnameChange {
  readonly type: EventType
  readonly subname: Pick<Subname, 'chainId' | 'name' | 'domainId'>
  readonly workspaceId: NewEvent['workspaceId']
  /** Absent: the name did not exist. */
  readonly before?: SubnameState
  /** Absent: it does not exist any more. */
  readonly after?: SubnameState
}

export function subnameEvent(
  context: EventContext,
  { type, subname, workspaceId, before, after }: SubnameChange,
): NewEvent {
  const { chainId, name, domainId } = subname
  return newEvent(context, { type, chainId, name, domainId, workspaceId, changes: changesOf(before, after) })
}

function changesOf(before?: SubnameState, after?: SubnameState): readonly EventChange[] {
  const fields = (['holder', 'isClaimed'] as const).map((field) => ({
    field,
    key: null,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
  }))
  const records = diffRecords(before?.records ?? emptyRecords, after?.records ?? emptyRecords)
  return [
    ...fields.filter((change) => change.before !== change.after),
    ...records.map(({ kind, ...record }) => ({ field: kind, ...record })),
  ]
}
