import { z } from 'zod'
import { createWorkspace } from '../../core/workspaces/create.ts'
import { listWorkspaces } from '../../core/workspaces/list.ts'
import { operation } from '../operation.ts'
import { singleLine } from '../schema/primitives.ts'
import { workspaceAnswer, workspaceListAnswer } from '../schema/workspace.ts'

const tag = 'Workspaces and API keys'

const create = operation({
  summary: 'Create a workspace',
  description: 'A tenant, which owns domains and API keys.',
  auth: 'admin',
  body: z.object({ name: singleLine(100).meta({ description: 'A display name.', example: 'Acme' }) }),
  errors: [],
  handle: ({ context, body }) => createWorkspace(context, body),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/workspaces',
      id: 'v1CreateWorkspace',
      tag,
      status: 201,
      answer: workspaceAnswer,
    },
  ],
})

const list = operation({
  summary: 'List the workspaces',
  description: 'Oldest first.',
  auth: 'admin',
  errors: [],
  handle: ({ context }) => listWorkspaces(context),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/workspaces',
      id: 'v1ListWorkspaces',
      tag,
      answer: workspaceListAnswer,
    },
  ],
})

export const workspaces = [create, list].flat()
