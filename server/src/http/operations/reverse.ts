import { z } from 'zod'
import type { ReverseResult } from '../../core/resolution/reverse.ts'
import { reverseResolveAll } from '../../core/resolution/reverse.ts'
import { resolutionTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { onchainRecord, serializeOnchainRecord } from '../schema/names.ts'
import {
  coinTypeParameter,
  queryBoolean,
  repeatable,
  responseOf,
  signedExample,
} from '../schema/primitives.ts'
import { rpcUrl, rpcUrlHeaders } from '../schema/read.ts'

const primaryName = z.object({
  address: z
    .string()
    .meta({ description: 'In lower case, without the chain.', example: signedExample.address.toLowerCase() }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Its primary name; null without one.', example: 'alice.demo.eth' }),
  viaUniversalResolver: z.boolean().meta({ description: 'Whether the name was found on chain.' }),
  records: onchainRecord
    .extend({
      viaUniversalResolver: z
        .literal(true)
        .meta({ description: 'The name was read through the Universal Resolver.' }),
    })
    .optional()
    .meta({ description: 'With `records=true`, if there is a name.' }),
})

const reverseName = primaryName
  .extend({ coinType: z.number().int().meta({ description: 'The requested coin type.', example: 60 }) })
  .meta({ id: 'ReverseName', description: 'The primary name of an address.' })

const reverseEntry = primaryName
  .extend({
    coinType: z.number().int().nullable().meta({ description: 'Null for an invalid entry.', example: 60 }),
    error: z
      .string()
      .nullable()
      .meta({ description: '`<Name>: <sentence>`; null without an error.', example: null }),
  })
  .meta({
    id: 'ReverseSlot',
    description: 'The primary name of one of several addresses, or its error.',
  })

const reverseData = z.union([reverseName, z.array(reverseEntry)])

/** One result as an object, whose failure is that of the request; several as a list. */
function serializeReverse(entries: readonly ReverseResult[]): z.output<typeof reverseData> {
  const [first, ...rest] = entries
  if (!first || rest.length > 0) return entries.map(serializeEntry)
  if (first.error) throw first.error
  return serializeResult(first)
}

function serializeEntry(entry: ReverseResult): z.output<typeof reverseEntry> {
  return entry.error
    ? {
        address: entry.address,
        name: null,
        coinType: entry.coinType,
        viaUniversalResolver: false,
        error: `${entry.error.name}: ${entry.error.message}`,
      }
    : { ...serializeResult(entry), error: null }
}

function serializeResult({
  address,
  coinType,
  primaryName: found,
}: Extract<ReverseResult, { error: null }>): z.output<typeof reverseName> {
  return {
    address,
    name: found?.name ?? null,
    coinType,
    viaUniversalResolver: found?.isOnChain ?? false,
    ...(found?.record && {
      records: { ...serializeOnchainRecord(found.record), viaUniversalResolver: true },
    }),
  }
}

const reverseResponse = responseOf(reverseData, serializeReverse)

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
    coinType: coinTypeParameter
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
    { method: 'GET', url: '/ens/v2/reverse', id: 'v2Reverse', tag: resolutionTag, response: reverseResponse },
  ],
})

export const reverse = [read].flat()
