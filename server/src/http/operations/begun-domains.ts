import { z } from 'zod'
import { beginDomain, forgetDomain, listBegunDomains } from '../../core/begun-domains.ts'
import { type BegunDomain, maxBegunDomains } from '../../model/workspace.ts'
import { needs } from '../credentials/operation-auth.ts'
import { workspacesAndKeysTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import {
  chainId,
  domainName,
  exampleId,
  responseOf,
  toIsoTime,
  uuid,
  wireChainId,
  wireDomainName,
} from '../schema/primitives.ts'

const wireBegunDomain = z
  .object({
    domainName: wireDomainName,
    chainId: wireChainId,
    begunAt: z.iso.datetime().meta({ description: 'When.', example: '2030-01-01T00:00:00.000Z' }),
  })
  .meta({ id: 'BegunDomain', description: 'A domain that is being added to a workspace.' })

const begunDomainResponse = responseOf(wireBegunDomain, ({ domainName, chainId, begunAt }: BegunDomain) => ({
  domainName,
  chainId,
  begunAt: toIsoTime(begunAt),
}))

const forgottenResponse = responseOf(
  wireBegunDomain.pick({ domainName: true, chainId: true }),
  ({ domainName, chainId }: Pick<BegunDomain, 'domainName' | 'chainId'>) => ({ domainName, chainId }),
)

const tag = workspacesAndKeysTag
const collection = '/byname/v1/workspaces/:workspaceId/begun-domains'
const item = `${collection}/:domain`

const workspaceId = uuid.meta({ description: 'Id of the workspace.', example: exampleId })
const list = operation({
  summary: 'List the domains that are being added',
  description: 'Those that are no domain of the workspace yet, by name.',
  auth: needs('read'),
  params: z.object({ workspaceId }),
  query: z.object(listQuery),
  errors: ['WorkspaceNotFoundException'],
  handle: ({ context, caller, params, query }) => listBegunDomains(context, { caller, ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: collection,
      id: 'bynameListBegunDomains',
      tag,
      response: listResponse(begunDomainResponse, 'By name.'),
    },
  ],
})

const begin = operation({
  summary: 'Begin to add a domain',
  description: `So that its steps go on in another browser: nothing is onboarded. A workspace has at most ${maxBegunDomains}; of more, the oldest is forgotten.`,
  auth: needs('domains:write'),
  params: z.object({ workspaceId }),
  query: z.object({ chainId }),
  body: z.object({ domain: domainName }),
  errors: ['WorkspaceNotFoundException', 'InvalidNameException'],
  handle: ({ context, caller, params, query, body: { domain } }) =>
    beginDomain(context, { caller, ...params, ...query, domainName: domain }),
  mounts: [
    {
      method: 'POST',
      url: collection,
      id: 'bynameBeginDomain',
      tag,
      status: 201,
      response: begunDomainResponse,
    },
  ],
})

const forget = operation({
  summary: 'Forget a domain that was begun',
  description: 'Also one that is not there. A domain that is onboarded stays.',
  auth: needs('domains:write'),
  params: z.object({ workspaceId, domain: domainName }),
  query: z.object({ chainId }),
  follows: { id: 'bynameBeginDomain', params: { domain: 'domainName' } },
  errors: ['WorkspaceNotFoundException'],
  handle: ({ context, caller, params: { workspaceId, domain }, query }) =>
    forgetDomain(context, { caller, workspaceId, domainName: domain, ...query }),
  mounts: [{ method: 'DELETE', url: item, id: 'bynameForgetDomain', tag, response: forgottenResponse }],
})

export const begunDomains = [list, begin, forget].flat()
