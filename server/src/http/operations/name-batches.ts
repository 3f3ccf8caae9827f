import { z } from 'zod'
import { batchSubnames } from '../../core/subnames/batch.ts'
import { operation } from '../operation.ts'
import { anyCredential } from '../operation-auth.ts'
import { batchAnswer, batchFailure, batchInput, toBatchItem } from '../schema/batch.ts'
import { chainId } from '../schema/primitives.ts'

/** An item costs about a tenth of a single request, in processor time. */
const itemsPerRequest = 10

const batch = operation({
  summary: 'Issue, change, reserve and revoke many subnames',
  description:
    'Up to 1,000 items of one domain in one transaction, by the rules of the single operations and with their errors and ' +
    'events. The API key issues and reserves. A change needs a signature by the holder or the address of coin type 60 of ' +
    'each name, a revocation also by an address that controls the domain, or an admin key alone. Ten items count as ' +
    'a request of the API key.',
  auth: { accepts: anyCredential, signature: 'unless-overridden' },
  loadClass: 'batch',
  query: z.object({ chainId }),
  body: batchInput,
  errors: ['DomainBlockedException', 'EnsNotFound', 'BatchRejectedException'],
  responses: { 422: batchFailure },
  handle: async ({ context, caller, query: { chainId }, body: { domain, mode, items }, quotas }) => {
    quotas.key.consume(Math.ceil(items.length / itemsPerRequest) - 1)
    const batch = { caller, chainId, domain, isAtomic: mode === 'atomic', items: items.map(toBatchItem) }
    return batchSubnames(context, batch)
  },
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/names/batch',
      id: 'bynameBatchNames',
      tag: 'Byname',
      answer: batchAnswer,
    },
  ],
})

export const nameBatches = [batch].flat()
