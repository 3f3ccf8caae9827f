import { z } from 'zod'
import {
  getDomain,
  getDomainByName,
  listDomains,
  listDomainsOfKey,
  listDomainsOfWorkspace,
} from '../../core/domains/list.ts'
import { listSubnamesAfter } from '../../core/subnames/list-names.ts'
import { searchWorkspace } from '../../core/subnames/search-workspace.ts'
import { anyCredential, needs } from '../credentials/operation-auth.ts'
import { bynameTag, secondLevelNamesTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { bynameDomainResponse } from '../schema/byname-domain.ts'
import { domainListResponse, domainResponse } from '../schema/domain.ts'
import {
  nameListQuery,
  nameListResponse,
  workspaceSearchQuery,
  workspaceSearchResponse,
} from '../schema/names.ts'
import {
  domainName,
  domainParams,
  plainResponse,
  uuid,
  wireChainId,
  wireDomainName,
  wireId,
} from '../schema/primitives.ts'

const tag = secondLevelNamesTag

const list = operation({
  summary: 'List the domains of every workspace',
  description: 'Oldest first, including blocked ones.',
  auth: needs('admin'),
  handle: ({ context }) => listDomains(context),
  mounts: [{ method: 'GET', url: '/ens/v1/ens', id: 'v1ListEns', tag, response: domainListResponse }],
})

const get = operation({
  summary: 'Read a domain',
  description: 'With a key of its workspace; blocked ones too.',
  auth: needs('read'),
  params: z.object({ id: uuid }),
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params }) => getDomain(context, { caller, domainId: params.id }),
  mounts: [{ method: 'GET', url: '/ens/v1/ens/id/:id', id: 'v1GetEns', tag, response: domainResponse }],
})

const listByWorkspace = operation({
  summary: 'List the domains of a workspace',
  description:
    'Oldest first, including blocked ones. A key that is limited to certain domains gets those alone.',
  auth: needs('read', { selects: 'domains' }),
  params: z.object({ workspaceId: uuid }),
  errors: ['WorkspaceNotFoundException'],
  handle: ({ context, caller, params }) => listDomainsOfWorkspace(context, { caller, ...params }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/ens/workspace/:workspaceId',
      id: 'v1ListEnsOfWorkspace',
      tag,
      response: domainListResponse,
    },
    {
      method: 'GET',
      url: '/ens/v1/ens/admin/workspace/:workspaceId',
      id: 'v1AdminListEnsOfWorkspace',
      tag,
      summary: 'List the domains of any workspace',
      description: 'Oldest first, including blocked ones.',
      auth: needs('admin'),
      response: domainListResponse,
    },
  ],
})

const getWorkspaceId = operation({
  summary: 'Read the workspace of a domain',
  auth: needs('read'),
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
      response: plainResponse(z.object({ workspaceId: wireId('The id of the workspace.') })),
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
      response: plainResponse(
        z.object({
          domains: z
            .array(z.object({ ens: wireDomainName, chainId: wireChainId }))
            .meta({ description: 'The domains.' }),
        }),
      ),
    },
  ],
})

const getByName = operation({
  summary: 'Read a domain',
  auth: needs('read'),
  ...domainParams,
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params: { domain: name }, query: { chainId } }) =>
    getDomainByName(context, { caller, chainId, name }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain',
      id: 'bynameGetDomain',
      tag: bynameTag,
      response: bynameDomainResponse,
    },
  ],
})

export const domains = [list, get, listByWorkspace, getWorkspaceId, listByApiKey, getByName].flat()

const listNames = operation({
  summary: 'List the subnames of a domain by cursor',
  description:
    'Every page costs about the same, however many names precede it: request `next` as `after` until it is null. Names may be ' +
    'added and removed between two pages; a name that is there all the time is listed once. All filters apply together. A ' +
    'blocked domain lists none.',
  auth: { accepts: [] },
  responseSize: 'page',
  loadClass: 'listing',
  params: z.object({ domain: domainName }),
  query: nameListQuery,
  errors: ['EnsNotFound'],
  handle: ({ context, params, query: { state: isClaimed, ...query } }) =>
    listSubnamesAfter(context, { ...query, domain: params.domain, isClaimed }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/names',
      id: 'bynameListNames',
      tag: bynameTag,
      response: nameListResponse,
    },
  ],
})

const searchNames = operation({
  summary: 'Search the names of a workspace',
  description:
    'In all of its domains that the credential may read, without blocked ones. A text that is a complete ENS name of none of them ' +
    'is resolved, and finds the names of the holder that it resolves to (`resolved`).',
  auth: needs('read', { selects: 'domains' }),
  responseSize: 'page',
  loadClass: 'listing',
  selfLimited: true,
  params: z.object({ workspaceId: uuid }),
  query: workspaceSearchQuery,
  callsUpstream: true,
  errors: ['WorkspaceNotFoundException'],
  handle: ({ context, caller, params, query: { state: isClaimed, ...query }, listing, outbound }) =>
    searchWorkspace(context, { ...query, ...params, caller, isClaimed, listing, admit: outbound }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/workspaces/:workspaceId/names',
      id: 'bynameSearchNames',
      tag: bynameTag,
      response: workspaceSearchResponse,
    },
  ],
})

export const domainNames = [listNames, searchNames].flat()
