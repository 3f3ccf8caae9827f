import { z } from 'zod'
import { getDomain } from '../../core/domains/get.ts'
import { getDomainByName } from '../../core/domains/get-by-name.ts'
import { listDomains } from '../../core/domains/list.ts'
import { listDomainsOfKey } from '../../core/domains/list-of-key.ts'
import { listDomainsOfWorkspace } from '../../core/domains/list-of-workspace.ts'
import { operation } from '../operation.ts'
import { administrators, anyCredential } from '../operation-auth.ts'
import { plainAnswer } from '../schema/answer.ts'
import { bynameDomainAnswer } from '../schema/byname-domain.ts'
import { domainAnswer, domainListAnswer } from '../schema/domain.ts'
import { domainName, domainParams, uuid, wireChainId, wireId } from '../schema/primitives.ts'

const tag = 'Second-level names'

const list = operation({
  summary: 'List the domains of every workspace',
  description: 'Oldest first, including blocked ones.',
  auth: { accepts: administrators },
  handle: ({ context }) => listDomains(context),
  mounts: [{ method: 'GET', url: '/ens/v1/ens', id: 'v1ListEns', tag, answer: domainListAnswer }],
})

const get = operation({
  summary: 'Read a domain',
  description: 'With a key of its workspace; blocked ones too.',
  auth: { accepts: anyCredential },
  params: z.object({ id: uuid }),
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params }) => getDomain(context, { caller, domainId: params.id }),
  mounts: [{ method: 'GET', url: '/ens/v1/ens/id/:id', id: 'v1GetEns', tag, answer: domainAnswer }],
})

const listByWorkspace = operation({
  summary: 'List the domains of a workspace',
  description:
    'Oldest first, including blocked ones. A key that is limited to certain domains gets those alone.',
  auth: { accepts: anyCredential },
  params: z.object({ workspaceId: uuid }),
  errors: ['WorkspaceNotFoundException'],
  handle: ({ context, caller, params }) => listDomainsOfWorkspace(context, { caller, ...params }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/ens/workspace/:workspaceId',
      id: 'v1ListEnsOfWorkspace',
      tag,
      answer: domainListAnswer,
    },
    {
      method: 'GET',
      url: '/ens/v1/ens/admin/workspace/:workspaceId',
      id: 'v1AdminListEnsOfWorkspace',
      tag,
      summary: 'List the domains of any workspace',
      description: 'Oldest first, including blocked ones.',
      auth: { accepts: administrators },
      answer: domainListAnswer,
    },
  ],
})

const getWorkspaceId = operation({
  summary: 'Read the workspace of a domain',
  description: 'With a key of that workspace, or an admin key.',
  auth: { accepts: anyCredential },
  query: z.object({ ensId: uuid }),
  errors: ['EnsNotFound'],
  handle: async ({ context, caller, query }) => {
    const { workspaceId } = await getDomain(context, { caller, domainId: query.ensId })
    return { workspaceId }
  },
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/ens/workspaceId',
      id: 'v1GetEnsWorkspaceId',
      tag,
      answer: plainAnswer(z.object({ workspaceId: wireId('The id of the workspace.') })),
    },
  ],
})

const listByApiKey = operation({
  summary: 'List the domains of the API key',
  description: 'Without blocked ones. For an admin key, those of every workspace.',
  auth: { accepts: anyCredential, anyRights: true },
  handle: async ({ context, caller }) => ({
    domains: (await listDomainsOfKey(context, caller)).map(({ name, chainId }) => ({ ens: name, chainId })),
  }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/ens/api-key',
      id: 'v1ListEnsOfApiKey',
      tag,
      answer: plainAnswer(
        z.object({
          domains: z
            .array(z.object({ ens: domainName, chainId: wireChainId }))
            .meta({ description: 'The domains.' }),
        }),
      ),
    },
  ],
})

const getByName = operation({
  summary: 'Read a domain',
  description: 'For a key of its workspace, or an admin key.',
  auth: { accepts: anyCredential },
  ...domainParams,
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params: { domain: name }, query: { chainId } }) =>
    getDomainByName(context, { caller, chainId, name }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain',
      id: 'bynameGetDomain',
      tag: 'Byname',
      answer: bynameDomainAnswer,
    },
  ],
})

export const domains = [list, get, listByWorkspace, getWorkspaceId, listByApiKey, getByName].flat()
