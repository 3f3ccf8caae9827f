import { z } from 'zod'
import { isReady } from '../core/system/is-ready.ts'
import { route } from './kit.ts'

const tag = 'System'

const health = route({
  method: 'GET',
  url: '/health',
  id: 'health',
  tag,
  summary: 'Tell that the process is alive',
  description: 'Asks nothing of the store or the chains.',
  credentials: 'none',
  data: z.object({ status: z.literal('ok') }),
  errors: [],
  handle: async () => ({ status: 'ok' as const }),
})

const ready = route({
  method: 'GET',
  url: '/ready',
  id: 'ready',
  tag,
  summary: 'Tell whether the service can answer',
  description: 'Asks the store and each configured chain, and looks for each chain’s signer.',
  credentials: 'none',
  data: z.object({
    store: z.literal(true),
    chains: z.array(z.object({ chainId: z.number().int(), rpc: z.boolean(), signer: z.boolean() })),
  }),
  errors: ['ServiceUnavailableException'],
  handle: async ({ context }) => isReady(context),
})

/** Operations for whoever runs the service. */
export const systemRoutes = [health, ready]
