import { z } from 'zod'
import type { InstanceDomain } from '../../core/domains/search.ts'
import { answer } from './answer.ts'
import { domainUse, serializeDomainUse } from './byname-domain.ts'
import { listAnswer } from './list.ts'
import { wireChainId, wireId } from './primitives.ts'

const instanceDomain = z
  .object({
    id: wireId('Id of the domain.'),
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'demo.eth' }),
    chainId: wireChainId,
    workspaceId: wireId('Its workspace.'),
    workspaceName: z.string().meta({ description: 'The display name of its workspace.', example: 'Acme' }),
    ...domainUse,
  })
  .meta({ id: 'InstanceDomain', description: 'A domain with its workspace and its limits.' })

function serializeInstanceDomain({ domain, workspaceName }: InstanceDomain): z.output<typeof instanceDomain> {
  const { id, name, chainId, workspaceId } = domain
  return { id, name, chainId, workspaceId, workspaceName, ...serializeDomainUse(domain) }
}

export const instanceDomainsAnswer = listAnswer(
  answer(instanceDomain, serializeInstanceDomain),
  'The newest first.',
)
