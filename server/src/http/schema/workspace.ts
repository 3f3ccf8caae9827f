import { z } from 'zod'
import type { createWorkspace } from '../../core/workspaces/create.ts'
import type { OwnWorkspace } from '../../core/workspaces/list-own.ts'
import { answer } from './answer.ts'
import { listAnswer } from './list.ts'
import { wireRole } from './member.ts'
import { wireId } from './primitives.ts'

export const wireWorkspace = z
  .object({
    id: wireId('Id of the workspace.'),
    name: z.string().meta({ description: 'A display name.', example: 'Acme' }),
    createdAt: z.iso
      .datetime()
      .meta({ description: 'When it was created.', example: '2030-01-01T00:00:00.000Z' }),
  })
  .meta({ id: 'Workspace', description: 'A tenant.' })

type Workspace = Awaited<ReturnType<typeof createWorkspace>>

export function serializeWorkspace({ id, name, createdAt }: Workspace): z.output<typeof wireWorkspace> {
  return {
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
  }
}

export const workspaceAnswer = answer(wireWorkspace, serializeWorkspace)

export const wireOwnWorkspace = wireWorkspace
  .extend({
    role: wireRole.nullable().meta({
      description: 'The role of the session; null: an operator, or an API key.',
      example: 'owner',
    }),
  })
  .meta({ id: 'OwnWorkspace', description: 'A workspace in which the caller may act.' })

export function serializeOwnWorkspace({
  role,
  ...workspace
}: OwnWorkspace): z.output<typeof wireOwnWorkspace> {
  return { ...serializeWorkspace(workspace), role }
}

export const ownWorkspaceListAnswer = listAnswer(
  answer(wireOwnWorkspace, serializeOwnWorkspace),
  'Oldest first.',
)
