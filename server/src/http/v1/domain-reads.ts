import { z } from 'zod'
import { getDomain } from '../../core/domains/get.ts'
import { listDomains } from '../../core/domains/list.ts'
import { listDomainsOfKey } from '../../core/domains/list-of-key.ts'
import { listDomainsOfWorkspace } from '../../core/domains/list-of-workspace.ts'
import { route } from '../route.ts'
import { uuid } from '../schema/primitives.ts'
import { ensRecord, serializeDomain } from '../serializers/domain.ts'
import { serializeSubscription, subscription } from '../serializers/subscription.ts'

const tag = 'Second-level names'

const ensRecords = z.object({ domains: z.array(ensRecord) })

const list = route({
  method: 'GET',
  url: '/ens/v1/ens',
  id: 'v1ListEns',
  tag,
  summary: 'List the domains of every workspace',
  description: 'Oldest first, blocked ones too.',
  auth: 'admin',
  data: ensRecords,
  errors: [],
  handle: async ({ context }) => ({ domains: (await listDomains(context)).map(serializeDomain) }),
})

const get = route({
  method: 'GET',
  url: '/ens/v1/ens/id/:id',
  id: 'v1GetEns',
  tag,
  summary: 'Read a domain',
  description: 'On a key of its workspace; blocked ones too.',
  auth: 'key',
  params: z.object({ id: uuid }),
  data: ensRecord,
  errors: ['EnsNotFound'],
  handle: async ({ context, caller, params }) =>
    serializeDomain(await getDomain(context, { caller, domainId: params.id })),
})

const listByWorkspace = route({
  method: 'GET',
  url: '/ens/v1/ens/workspace/:workspaceId',
  id: 'v1ListEnsOfWorkspace',
  tag,
  summary: 'List the domains of a workspace',
  description: 'Oldest first, blocked ones too. A key that is limited to certain domains sees those alone.',
  auth: 'key',
  params: z.object({ workspaceId: uuid }),
  data: ensRecords,
  errors: ['WorkspaceNotFoundException'],
  handle: async ({ context, caller, params }) => ({
    domains: (await listDomainsOfWorkspace(context, { caller, ...params })).map(serializeDomain),
  }),
})

const listByWorkspaceAsAdmin = route({
  method: 'GET',
  url: '/ens/v1/ens/admin/workspace/:workspaceId',
  id: 'v1AdminListEnsOfWorkspace',
  tag,
  summary: 'List the domains of any workspace',
  description: 'Oldest first, blocked ones too.',
  auth: 'admin',
  params: z.object({ workspaceId: uuid }),
  data: ensRecords,
  errors: ['WorkspaceNotFoundException'],
  handle: async ({ context, caller, params }) => ({
    domains: (await listDomainsOfWorkspace(context, { caller, ...params })).map(serializeDomain),
  }),
})

const getWorkspaceId = route({
  method: 'GET',
  url: '/ens/v1/ens/workspaceId',
  id: 'v1GetEnsWorkspaceId',
  tag,
  summary: 'Read which workspace a domain belongs to',
  description: 'On a key of that workspace, or an admin key.',
  auth: 'key',
  query: z.object({ ensId: uuid }),
  data: z.object({ workspaceId: z.string() }),
  errors: ['EnsNotFound'],
  handle: async ({ context, caller, query }) => {
    const { workspaceId } = await getDomain(context, { caller, domainId: query.ensId })
    return { workspaceId }
  },
})

const getSubscription = route({
  method: 'GET',
  url: '/ens/v1/ens/subscription/:ensId',
  id: 'v1GetEnsSubscription',
  tag,
  summary: 'Read the subscription of a domain',
  description:
    'What the operator of this service allows the domain; unless they set something, any number of names without end. ' +
    'Once it has ended, no new name is issued or reserved; everything else goes on.',
  auth: 'key',
  params: z.object({ ensId: uuid }),
  data: subscription,
  errors: ['EnsNotFound'],
  handle: async ({ context, caller, params }) =>
    serializeSubscription(await getDomain(context, { caller, domainId: params.ensId }), context.clock()),
})

const listByApiKey = route({
  method: 'GET',
  url: '/ens/v1/ens/api-key',
  id: 'v1ListEnsOfApiKey',
  tag,
  summary: 'List the domains that the API key may act on',
  description: 'Without blocked ones. For an admin key, those of every workspace.',
  auth: 'key',
  data: z.object({
    domains: z.array(z.object({ ens: z.string().meta({ example: 'demo.eth' }), chainId: z.number().int() })),
  }),
  errors: [],
  handle: async ({ context, caller }) => ({
    domains: (await listDomainsOfKey(context, caller)).map(({ name, chainId }) => ({ ens: name, chainId })),
  }),
})

export const domainReads = [
  list,
  get,
  listByWorkspace,
  listByWorkspaceAsAdmin,
  getWorkspaceId,
  getSubscription,
  listByApiKey,
]
