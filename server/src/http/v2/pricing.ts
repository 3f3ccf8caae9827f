import { z } from 'zod'
import { route } from '../kit.ts'

const paidOperation = z.object({
  method: z.string().meta({ example: 'GET' }),
  path: z.string().meta({ example: '/ens/v2/resolve' }),
  priceUsd: z.string().meta({ description: 'For one request, in US dollars.', example: '0.005' }),
})

const read = route({
  method: 'GET',
  url: '/ens/v2/pricing',
  id: 'v2GetPricing',
  tag: 'Payment',
  summary: 'List what costs money',
  description: 'Whatever is not listed is free. This service takes no payment, so the list is empty.',
  credentials: 'none',
  data: z.object({ paid: z.array(paidOperation) }),
  errors: [],
  handle: async () => ({ paid: [] }),
})

export const pricing = [read]
