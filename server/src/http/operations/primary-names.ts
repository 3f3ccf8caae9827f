import { z } from 'zod'
import type { FoundPrimaryName } from '../../core/get-primary-name.ts'
import { getPrimaryName } from '../../core/get-primary-name.ts'
import { getPrimaryNameByNode, setPrimaryName } from '../../core/primary-names.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  chainId,
  evmAddress,
  fullName,
  node,
  responseOf,
  signedExample,
  wireChainId,
  wireId,
} from '../schema/primitives.ts'
import { signature } from '../schema/records.ts'

const wirePrimaryName = z
  .object({
    id: wireId('Id of the entry, or of the address where the name is on chain.'),
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'alice.demo.eth' }),
    address: z.string().meta({ description: 'In EIP-55.', example: signedExample.address }),
    nameHash: z.string().meta({
      description: 'Node of the name (ENSIP-1).',
      example: '0xee6c4522aab0003e8d14cd40a6af439055fd2577951148c14b6cea9a53475835',
    }),
    chainId: wireChainId,
  })
  .meta({
    id: 'PrimaryName',
    description: 'The name that an address has chosen, at this service or on chain.',
  })

function serializePrimaryName(primaryName: FoundPrimaryName): z.output<typeof wirePrimaryName> {
  return {
    id: primaryName.id,
    name: primaryName.name,
    address: checksumAddress(primaryName.address),
    nameHash: primaryName.node,
    chainId: primaryName.chainId,
  }
}

const primaryNameResponse = responseOf(wirePrimaryName, serializePrimaryName)

const tag: Tag = {
  name: 'Primary names',
  description: 'The name that an address has chosen at this service.',
}

const set = operation({
  summary: 'Set the primary name of an address',
  description:
    'Signed by the address, to which the name must resolve. It replaces an earlier one on the same chain.',
  auth: { accepts: [], signature: 'required' },
  loadClass: 'outbound',
  expensive: true,
  body: z.object({ chainId, name: fullName, address: evmAddress, signature }),
  errors: ['NotHolderException'],
  handle: ({ context, caller, body: { chainId, name, address } }) =>
    setPrimaryName(context, { caller, chainId, name, address }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/primary-name/set-primary-name',
      id: 'v1SetPrimaryName',
      tag,
      response: primaryNameResponse,
    },
  ],
})

const getByAddress = operation({
  summary: 'Read the primary name of an address',
  description:
    'The one chosen at this service, else the one on chain (ENSIP-19). Returned only while the name resolves to the address.',
  auth: { accepts: [] },
  loadClass: 'outbound',
  expensive: true,
  query: z.object({ address: evmAddress, chainId }),
  callsUpstream: true,
  errors: ['PrimaryNameNotFoundException'],
  handle: ({ context, query }) => getPrimaryName(context, query),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/primary-name/address',
      id: 'v1GetPrimaryName',
      tag,
      response: primaryNameResponse,
    },
  ],
})

const getByNode = operation({
  summary: 'Read a primary name by its node',
  description: 'Returned only while it is the primary name of the address that it resolves to.',
  auth: { accepts: [] },
  loadClass: 'outbound',
  expensive: true,
  query: z.object({ nameHash: node, chainId }),
  callsUpstream: true,
  errors: ['PrimaryNameNotFoundException'],
  handle: ({ context, query }) =>
    getPrimaryNameByNode(context, { chainId: query.chainId, node: query.nameHash }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/primary-name/name-hash',
      id: 'v1GetPrimaryNameByNameHash',
      tag,
      response: primaryNameResponse,
    },
  ],
})

export const primaryNames = [set, getByAddress, getByNode].flat()
