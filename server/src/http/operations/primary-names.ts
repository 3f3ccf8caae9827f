import { z } from 'zod'
import { getPrimaryName } from '../../core/primary-names/get.ts'
import { getPrimaryNameByNode } from '../../core/primary-names/get-by-node.ts'
import { setPrimaryName } from '../../core/primary-names/set.ts'
import { operation } from '../operation.ts'
import { primaryNameAnswer } from '../schema/primary-name.ts'
import { chainId, evmAddress, fullName, node } from '../schema/primitives.ts'
import { signature } from '../schema/write.ts'

const tag = 'Primary names'

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
      answer: primaryNameAnswer,
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
      answer: primaryNameAnswer,
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
      answer: primaryNameAnswer,
    },
  ],
})

export const primaryNames = [set, getByAddress, getByNode].flat()
