import { z } from 'zod'
import { operation } from '../operation.ts'
import { listPrices } from '../payment/discovery.ts'
import { price } from '../payment/schema.ts'
import { plainAnswer } from '../schema/answer.ts'

const read = operation({
  summary: 'List paid operations and prices',
  description: 'Other operations are free. Empty where this service takes no payment.',
  auth: { accepts: [] },
  handle: async ({ context }) => ({ paid: listPrices(context.payments?.terms) }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v2/pricing',
      id: 'v2GetPricing',
      tag: 'Payment',
      answer: plainAnswer(z.object({ paid: z.array(price).meta({ description: 'The price list.' }) })),
    },
  ],
})

export const pricing = [read].flat()
