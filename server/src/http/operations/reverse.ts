import { z } from 'zod'
import { reverseResolveAll } from '../../core/resolution/reverse-all.ts'
import { operation } from '../operation.ts'
import { integer, queryBoolean, repeatable } from '../schema/primitives.ts'
import { rpcUrl, rpcUrlHeaders } from '../schema/read.ts'
import { reverseAnswer } from '../schema/reverse.ts'

const read = operation({
  summary: 'Find the primary names of addresses',
  description:
    'On chain for the coin type (ENSIP-19), else on chain for the default of all EVM chains, else the one chosen at this ' +
    'service (`viaUniversalResolver` is false then). An address without one has the name null. One address gives an object and ' +
    'fails with a status; several give a list in their order, each with its own `error`.',
  auth: { accepts: [] },
  loadClass: 'outbound',
  expensive: true,
  query: z.object({
    address: repeatable(50, 1).meta({
      description:
        'Repeat it for up to 50; in `<address>@<chain>` the chain is an id, `eip155:<id>` or a label.',
      example: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8@ethereum'],
    }),
    coinType: integer(0, 0xffffffff)
      .optional()
      .meta({ description: 'For addresses without a chain (ENSIP-11); 60 is Ethereum.', example: 60 }),
    rpcUrl: rpcUrl.optional(),
    records: queryBoolean
      .prefault(false)
      .meta({ description: 'Whether to read the records of the names too.' }),
  }),
  headers: rpcUrlHeaders,
  callsUpstream: true,
  errors: ['UnsupportedChainException', 'RpcUrlRejectedException'],
  handle: ({ context, query, headers }) =>
    reverseResolveAll(context, {
      entries: query.address,
      coinType: query.coinType,
      rpcUrl: headers['x-rpc-url'] || query.rpcUrl,
      withRecords: query.records,
    }),
  mounts: [
    { method: 'GET', url: '/ens/v2/reverse', id: 'v2Reverse', tag: 'Resolution', answer: reverseAnswer },
  ],
})

export const reverse = [read].flat()
