import { z } from 'zod'
import { createWorkspace } from '../../core/workspaces/create.ts'
import { listWorkspaces } from '../../core/workspaces/list.ts'
import { route } from '../kit.ts'
import { presentWorkspace, wireWorkspace } from '../present/workspace.ts'
import { line } from '../schema/wire.ts'

const tag = 'Workspaces and API keys'

const create = route({
  method: 'POST',
  url: '/ens/v1/workspaces',
  id: 'v1CreateWorkspace',
  tag,
  summary: 'Create a workspace',
  description: 'A tenant: domains and API keys belong to one.',
  credentials: 'admin',
  body: z.object({ name: line(100).meta({ example: 'Acme' }) }),
  data: wireWorkspace,
  status: 201,
  errors: [],
  handle: async ({ context, body }) => presentWorkspace(await createWorkspace(context, body)),
})

const list = route({
  method: 'GET',
  url: '/ens/v1/workspaces',
  id: 'v1ListWorkspaces',
  tag,
  summary: 'List the workspaces',
  description: 'Oldest first.',
  credentials: 'admin',
  data: z.object({ workspaces: z.array(wireWorkspace) }),
  errors: [],
  handle: async ({ context }) => ({ workspaces: (await listWorkspaces(context)).map(presentWorkspace) }),
})

export const workspaces = [create, list]
