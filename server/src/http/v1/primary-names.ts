import { z } from 'zod'
import { getPrimaryName } from '../../core/primary-names/get.ts'
import { getPrimaryNameByNode } from '../../core/primary-names/get-by-node.ts'
import { setPrimaryName } from '../../core/primary-names/set.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { chainId, evmAddress, fullName, node } from '../schema/primitives.ts'
import { signature } from '../schema/write.ts'
import { serializePrimaryName, wirePrimaryName } from '../serializers/primary-name.ts'

const tag = 'Primary names'

const set = route({
  method: 'POST',
  url: '/ens/v1/primary-name/set-primary-name',
  id: 'v1SetPrimaryName',
  tag,
  summary: 'Choose the name that an address goes by',
  description:
    'Signed by the address, to which the name must resolve. It takes the place of an earlier one on the same chain.',
  auth: 'signature',
  loadClass: 'outbound',
  expensive: true,
  body: z.object({ chainId, name: fullName, address: evmAddress, signature }),
  data: wirePrimaryName,
  errors: documentedErrors.setPrimaryName,
  handle: async ({ context, caller, body: { chainId, name, address } }) =>
    serializePrimaryName(await setPrimaryName(context, { caller, chainId, name, address })),
})

const getByAddress = route({
  method: 'GET',
  url: '/ens/v1/primary-name/address',
  id: 'v1GetPrimaryName',
  tag,
  summary: 'Read the primary name of an address',
  description: 'Answered only while the name resolves to the address.',
  auth: 'none',
  loadClass: 'outbound',
  expensive: true,
  query: z.object({ address: evmAddress, chainId }),
  data: wirePrimaryName,
  errors: documentedErrors.getPrimaryName,
  handle: async ({ context, query }) => serializePrimaryName(await getPrimaryName(context, query)),
})

const getByNode = route({
  method: 'GET',
  url: '/ens/v1/primary-name/name-hash',
  id: 'v1GetPrimaryNameByNameHash',
  tag,
  summary: 'Read a primary name by its node',
  description: 'Answered only while the address that the name resolves to goes by that name.',
  auth: 'none',
  loadClass: 'outbound',
  expensive: true,
  query: z.object({ nameHash: node, chainId }),
  data: wirePrimaryName,
  errors: documentedErrors.getPrimaryName,
  handle: async ({ context, query }) =>
    serializePrimaryName(
      await getPrimaryNameByNode(context, { chainId: query.chainId, node: query.nameHash }),
    ),
})

export const primaryNames = [set, getByAddress, getByNode]
