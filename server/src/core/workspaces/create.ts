import type { Hex } from 'viem'
import type { Workspace } from '../../model/workspace.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { insertMember } from '../../store/entities/members.ts'
import { insertWorkspace } from '../../store/entities/workspaces.ts'
import type { CoreContext } from '../context.ts'
import { memberEvent } from '../events/entity-events.ts'
import { newEvent } from '../events/new-event.ts'
import { assertMemberCapacity } from '../members/assert-capacity.ts'
import { newId } from '../new-id.ts'

export interface CreateWorkspace {
  readonly name: string
  /** Its first member; absent: only administrators and keys act in it. */
  readonly owner?: Hex | undefined
}

/** The tenant that owns domains and API keys. */
export async function createWorkspace(
  context: CoreContext,
  { name, owner }: CreateWorkspace,
): Promise<Workspace> {
  const workspace = { id: newId(), name, createdAt: context.clock() }
  const changes = [{ field: 'name', key: null, before: null, after: name }]
  const event = newEvent(context, { type: 'workspace.created', workspaceId: workspace.id, changes })
  await context.store.transaction(async (tx) => {
    await insertWorkspace(tx, workspace)
    await appendEvents(tx, event)
    if (owner === undefined) return
    await assertMemberCapacity(tx, workspace.id, owner)
    const { id: workspaceId, createdAt } = workspace
    const after = { workspaceId, address: owner, role: 'owner', addedBy: null, createdAt } as const
    await insertMember(tx, after)
    await appendEvents(tx, memberEvent(context, { type: 'member.added', after }))
  })
  return workspace
}
