import { z } from 'zod'
import { route } from '../kit.ts'
import { pricesOf } from '../payment/discovery.ts'
import { price } from '../payment/schema.ts'

const read = route({
  method: 'GET',
  url: '/ens/v2/pricing',
  id: 'v2GetPricing',
  tag: 'Payment',
  summary: 'List what costs money',
  description: 'Whatever is not listed is free. Empty where this service takes no payment.',
  credentials: 'none',
  data: z.object({ paid: z.array(price) }),
  errors: [],
  handle: async ({ context }) => ({ paid: pricesOf(context.payments?.terms) }),
})

export const pricing = [read]
