import { z } from 'zod'
import type { Context } from '../../context.ts'
import {
  assertChainKnown,
  homeChainOf,
  isListedChain,
  readerForCallerRpc,
  readersForOwnRpc,
} from '../../core/resolution/read-name.ts'
import {
  type ParsedName,
  parseNames,
  type ReaderOf,
  type ResolvedName,
  resolveNames,
} from '../../core/resolution/resolve.ts'
import { AppError } from '../../errors.ts'
import { listPrices, paymentProblem, price } from '../../payments/http/description.ts'
import type { PaidResult } from '../../payments/payments.ts'
import { HttpResponseError } from '../errors.ts'
import { paymentTag, resolutionTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import type { RateLimitQuota } from '../rate-limit/rate-limits.ts'
import { describedResponse, failure } from '../schema/envelope.ts'
import { serializeOnchainRecord, subnameRecord } from '../schema/names.ts'
import { plainResponse, repeatable, toIsoTime } from '../schema/primitives.ts'
import { rpcUrl, rpcUrlHeaders } from '../schema/read.ts'
import { exampleRecords } from '../schema/records.ts'

const example = {
  ens: 'alice.demo.eth',
  isClaimed: true,
  claimedAt: '2030-01-01T00:00:00.000Z',
  isJAN: true,
  viaUniversalResolver: true as const,
  records: exampleRecords,
}

const resolvedName = subnameRecord
  .extend({
    claimedAt: subnameRecord.shape.claimedAt
      .optional()
      .meta({ description: 'Null for a reservation, absent for a name that is not issued here.' }),
    viaUniversalResolver: z
      .literal(true)
      .meta({ description: 'The name was read through the Universal Resolver.' }),
  })
  .meta({
    id: 'ResolvedName',
    description: 'An unregistered name has no records and the zero address as its resolver.',
    example,
  })

/** One name as an object, several as a list with null for failures. */
export const resolvedData = z.union([
  resolvedName,
  z.array(resolvedName.nullable()).meta({ example: [example, null] }),
])

function serializeResolved(names: readonly (ResolvedName | null)[]): z.output<typeof resolvedData> {
  const [first, ...rest] = names
  return first && rest.length === 0
    ? serializeResolvedName(first)
    : names.map((name) => name && serializeResolvedName(name))
}

function serializeResolvedName({
  isClaimed,
  claimedAt,
  ...result
}: ResolvedName): z.output<typeof resolvedName> {
  return {
    ...serializeOnchainRecord(result),
    isClaimed,
    ...(claimedAt !== undefined && { claimedAt: toIsoTime(claimedAt) }),
    viaUniversalResolver: true,
  }
}

const unconfirmedResponse = describedResponse(
  'UpstreamException, PaymentUnconfirmed',
  failure
    .extend({
      transaction: z.string().optional().meta({
        description: 'The hash of a payment that was sent and did not succeed in time, if known.',
      }),
    })
    .meta({
      id: 'Unconfirmed',
      description: 'The names or the payment failed; no new offer is made.',
    }),
)

const read = operation({
  summary: 'Resolve names',
  description:
    'Reads names as an ENS client does, through the Universal Resolver of one chain, gateways included. One name gives ' +
    'an object and fails with a status; several give a list in their order, with null for each that failed. With an RPC ' +
    'URL it is free, for a limited number of requests; without one it is read through the RPCs of this service, and paid ' +
    'for where the service takes payment: on Sepolia for a name of a domain that is onboarded only on Sepolia, on ' +
    'mainnet for all others.',
  auth: { accepts: [], payment: true },
  query: z.object({
    ens: repeatable(50, 1).meta({
      description:
        'Repeat it for up to 50. `<name>@<chain>` (ERC-7828) reads the address on one chain only; the chain is an id, ' +
        '`eip155:<id>` or a label such as `base`. A `#<checksum>` after it is verified.',
      example: ['alice.demo.eth'],
    }),
    rpcUrl: rpcUrl.optional(),
  }),
  headers: rpcUrlHeaders,
  callsUpstream: true,
  errors: [
    'UnsupportedChainException',
    'InvalidNameException',
    'RpcUrlRejectedException',
    'EnsNotFound',
    'PaymentUnconfirmed',
  ],
  responses: {
    402: {
      description: 'PaymentRequired',
      content: { 'application/problem+json': { schema: paymentProblem } },
    },
    502: unconfirmedResponse,
  },
  handle: async ({ context, query, headers, quotas, outbound, urlOf, setHeaders }) => {
    const entries = parseNames(query.ens)
    const rpcUrl = headers['x-rpc-url'] || query.rpcUrl
    const { active: payments } = context.payments
    if (payments && !rpcUrl) {
      await assertChainKnownFree(context, entries, quotas.unpaid, outbound)
      const outcome = await payments.charge({
        cause: context.cause,
        baseUrl: urlOf('').replace(/\/$/, ''),
        names: query.ens,
        headers,
        unpaidQuota: quotas.unpaid,
        execute: () => outbound(() => resolvePaid(context, entries)),
        admit: outbound,
      })
      if (outcome.kind === 'failure') throw new HttpResponseError(outcome.response)
      setHeaders(outcome.headers)
      return resolvedData.parse(outcome.data)
    }
    await quotas.free.consume()
    return serializeResolved(
      await outbound(async () => resolveNames(context, await freeReaders(context, rpcUrl), entries)),
    )
  },
  mounts: [
    {
      method: 'GET',
      url: '/ens/v2/resolve',
      id: 'v2Resolve',
      tag: resolutionTag,
      response: plainResponse(resolvedData),
    },
  ],
})

/**
 * Rejects a single name on an unknown chain before payment is requested, as with an RPC of the caller. Most chains are
 * listed; for others the registry is read, within the limits of uncharged requests. Its failure is left to the resolution.
 */
async function assertChainKnownFree(
  context: Context,
  entries: readonly ParsedName[],
  unpaid: RateLimitQuota,
  outbound: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const [only, ...others] = entries
  if (only instanceof AppError || only?.chain === undefined || others.length > 0 || isListedChain(only.chain))
    return
  const { name, chain } = only
  await unpaid.assertRemaining()
  await outbound(async () =>
    assertChainKnown((await ownRpcReaders(context)(name)).openSession(), chain),
  ).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.name !== 'UnsupportedChainException') return
    await unpaid.consume()
    throw error
  })
}

/** A list without any result is not charged. */
async function resolvePaid(context: Context, entries: readonly ParsedName[]): Promise<PaidResult> {
  const names = await resolveNames(context, ownRpcReaders(context), entries)
  return { data: serializeResolved(names), isChargeable: names.some((name) => name !== null) }
}

function ownRpcReaders(context: Context): ReaderOf {
  const sourceOn = readersForOwnRpc(context)
  return async (name) => sourceOn(await homeChainOf(context, name))
}

/** The caller's RPC, or the operator's if that is free. */
async function freeReaders(context: Context, rpcUrl: string | undefined): Promise<ReaderOf> {
  if (rpcUrl) {
    const source = await readerForCallerRpc(context, rpcUrl)
    return () => source
  }
  if (context.config.freeResolveViaOwnRpc) return ownRpcReaders(context)
  throw new AppError(
    'ServiceUnavailableException',
    'This service does not resolve names through its own RPC: give yours in the header X-Rpc-Url.',
  )
}

export const resolve = [read].flat()

const readPricing = operation({
  summary: 'List paid operations and prices',
  description: 'Other operations are free. Empty where this service takes no payment.',
  auth: { accepts: [] },
  handle: async ({ context }) => ({ paid: listPrices(context.payments.active?.terms) }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v2/pricing',
      id: 'v2GetPricing',
      tag: paymentTag,
      response: plainResponse(z.object({ paid: z.array(price).meta({ description: 'The price list.' }) })),
    },
  ],
})

export const pricing = [readPricing].flat()
