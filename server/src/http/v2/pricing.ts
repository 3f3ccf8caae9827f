import { z } from 'zod'
import { listPrices } from '../payment/discovery.ts'
import { price } from '../payment/schema.ts'
import { route } from '../route.ts'

const read = route({
  method: 'GET',
  url: '/ens/v2/pricing',
  id: 'v2GetPricing',
  tag: 'Payment',
  summary: 'List what costs money',
  description: 'Whatever is not listed is free. Empty where this service takes no payment.',
  auth: 'none',
  data: z.object({ paid: z.array(price) }),
  errors: [],
  handle: async ({ context }) => ({ paid: listPrices(context.payments?.terms) }),
})

export const pricing = [read]
