import type { Workspace } from '../../model/workspace.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { insertWorkspace } from '../../store/entities/workspaces.ts'
import type { CoreContext } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import { newId } from '../new-id.ts'

/** The tenant that owns domains and API keys. */
export async function createWorkspace(context: CoreContext, input: { name: string }): Promise<Workspace> {
  const workspace = { id: newId(), name: input.name, createdAt: context.clock() }
  const changes = [{ field: 'name', key: null, before: null, after: workspace.name }]
  const event = newEvent(context, { type: 'workspace.created', workspaceId: workspace.id, changes })
  await context.store.transaction(async (tx) => {
    await insertWorkspace(tx, workspace)
    await appendEvents(tx, event)
  })
  return workspace
}
