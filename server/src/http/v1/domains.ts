import { z } from 'zod'
import { onboardDomain } from '../../core/domains/onboard.ts'
import { route } from '../kit.ts'
import { ensRecord, presentDomain } from '../present/domain.ts'
import { domainName, uuid } from '../schema/wire.ts'

const add = route({
  method: 'POST',
  url: '/ens/v1/ens/add',
  id: 'v1AddEns',
  tag: 'Second-level names',
  summary: 'Onboard a domain',
  description:
    'The domain must use the chosen off-chain resolver on chain; from then on its workspace issues subnames under it.',
  credentials: 'key',
  body: z.object({ ensDomain: domainName, offchainResolverId: uuid, workspaceId: uuid }),
  data: ensRecord,
  errors: [
    'InvalidNameException',
    'WorkspaceNotFoundException',
    'OffchainResolverNotFoundException',
    'EnsAlreadyExistsException',
    'UpstreamException',
    'UpstreamTimeoutException',
    'ServiceUnavailableException',
  ],
  handle: async ({ context, caller, body }) =>
    presentDomain(
      await onboardDomain(context, {
        caller,
        workspaceId: body.workspaceId,
        resolverId: body.offchainResolverId,
        name: body.ensDomain,
      }),
    ),
})

export const domains = [add]
