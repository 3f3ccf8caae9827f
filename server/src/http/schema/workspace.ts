import { z } from 'zod'
import type { createWorkspace } from '../../core/workspaces/create.ts'
import { answer } from './answer.ts'

export const wireWorkspace = z
  .object({
    id: z.string(),
    name: z.string().meta({ example: 'Acme' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Workspace' })

type Workspace = Awaited<ReturnType<typeof createWorkspace>>

/** A workspace on the wire. */
export function serializeWorkspace({ id, name, createdAt }: Workspace): z.output<typeof wireWorkspace> {
  return {
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
  }
}

export const workspaceAnswer = answer(wireWorkspace, serializeWorkspace)

export const workspaceListAnswer = answer(
  z.object({ workspaces: z.array(wireWorkspace) }),
  (workspaces: readonly Workspace[]) => ({ workspaces: workspaces.map(serializeWorkspace) }),
)
