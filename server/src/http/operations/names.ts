import { z } from 'zod'
import { resolveOwnName } from '../../core/names/resolve-own.ts'
import { getSubname } from '../../core/subnames/get.ts'
import { operation } from '../operation.ts'
import { nameAnswer, resolutionAnswer } from '../schema/name.ts'
import { chainId, fullName } from '../schema/primitives.ts'

const tag = 'Byname'
const item = '/byname/v1/names/:name'

const ofName = { params: z.object({ name: fullName }), query: z.object({ chainId }) } as const

const get = operation({
  summary: 'Read a name',
  description:
    'Its records, holder, state and domain, also of a reservation. A name of a blocked domain is not found.',
  auth: { accepts: [] },
  ...ofName,
  errors: ['SubnameNotFoundException'],
  handle: ({ context, params, query }) => getSubname(context, { ...params, ...query }),
  mounts: [{ method: 'GET', url: item, id: 'bynameGetName', tag, answer: nameAnswer }],
})

const resolution = operation({
  summary: 'Resolve a name of this service as a wallet does',
  description:
    "Through this service's RPC of the chain, the Universal Resolver and CCIP-Read (EIP-3668), so it shows whether wallets find " +
    'what is stored. For names that were issued here and domains that are onboarded here; `GET /ens/v2/resolve` resolves others.',
  auth: { accepts: [] },
  loadClass: 'outbound',
  expensive: true,
  ...ofName,
  callsUpstream: true,
  errors: ['SubnameNotFoundException', 'EnsNotFound'],
  handle: ({ context, params, query }) => resolveOwnName(context, { ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: `${item}/resolution`,
      id: 'bynameGetNameResolution',
      tag,
      answer: resolutionAnswer,
    },
  ],
})

export const names = [get, resolution].flat()
