import { z } from 'zod'
import { createWorkspace } from '../../core/workspaces/create.ts'
import { listWorkspaces } from '../../core/workspaces/list.ts'
import { route } from '../route.ts'
import { singleLine } from '../schema/primitives.ts'
import { serializeWorkspace, wireWorkspace } from '../serializers/workspace.ts'

const tag = 'Workspaces and API keys'

const create = route({
  method: 'POST',
  url: '/ens/v1/workspaces',
  id: 'v1CreateWorkspace',
  tag,
  summary: 'Create a workspace',
  description: 'A tenant: domains and API keys belong to one.',
  auth: 'admin',
  body: z.object({ name: singleLine(100).meta({ example: 'Acme' }) }),
  data: wireWorkspace,
  status: 201,
  errors: [],
  handle: async ({ context, body }) => serializeWorkspace(await createWorkspace(context, body)),
})

const list = route({
  method: 'GET',
  url: '/ens/v1/workspaces',
  id: 'v1ListWorkspaces',
  tag,
  summary: 'List the workspaces',
  description: 'Oldest first.',
  auth: 'admin',
  data: z.object({ workspaces: z.array(wireWorkspace) }),
  errors: [],
  handle: async ({ context }) => ({ workspaces: (await listWorkspaces(context)).map(serializeWorkspace) }),
})

export const workspaces = [create, list]
