import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Product } from '../../core/payments/answer.ts'
import { callerSource, ownSources } from '../../core/records/source.ts'
import { homeChainOf } from '../../core/resolve/home-chain.ts'
import { type Entry, parseEntries } from '../../core/resolve/parse-entries.ts'
import { resolveNames, type SourceOf } from '../../core/resolve/resolve-names.ts'
import { AppError } from '../../errors.ts'
import { route } from '../kit.ts'
import { charge } from '../payment/charge.ts'
import { paymentProblem, proofHeaders } from '../payment/schema.ts'
import { presentResolved, resolvedData } from '../present/resolved.ts'
import { describedAnswer, failure } from '../schema/envelope.ts'
import { failuresOf } from '../schema/failures.ts'
import { rpcUrl, rpcUrlHeaders } from '../schema/read.ts'
import { repeatedText } from '../schema/wire.ts'

const unconfirmed = describedAnswer(
  'UpstreamException, PaymentUnconfirmed',
  failure
    .extend({
      transaction: z.string().optional().meta({
        description: 'Of a payment that was sent and did not succeed in time: its hash, where it is known.',
      }),
    })
    .meta({ id: 'Unconfirmed' }),
)

const read = route({
  method: 'GET',
  url: '/ens/v2/resolve',
  id: 'v2Resolve',
  tag: 'Resolution',
  summary: 'Resolve names',
  description:
    'Reads names as an ENS client does, through the Universal Resolver of one chain, gateways included. One name gives ' +
    'an object and fails with a status; several give a list in their order, with null for each that failed. With an RPC ' +
    'URL it is free, for a limited number of requests; without one it is read through the nodes of this service, and paid ' +
    'for where the service takes payment: on Sepolia for a name of a domain that is onboarded here on Sepolia alone, on ' +
    'mainnet for all others.',
  credentials: 'payment',
  query: z.object({
    ens: repeatedText(50, 1).meta({
      description:
        'Repeat it for up to 50. `<name>@<chain>` (ERC-7828) reads the address on one chain only; the chain is an id, ' +
        '`eip155:<id>` or a label such as `base`. A `#<checksum>` behind it is verified.',
      example: ['alice.demo.eth'],
    }),
    rpcUrl: rpcUrl.optional(),
  }),
  headers: rpcUrlHeaders,
  data: resolvedData,
  errors: failuresOf.resolve,
  answers: {
    402: {
      description: 'PaymentRequired',
      content: { 'application/problem+json': { schema: paymentProblem } },
    },
    502: unconfirmed,
  },
  handle: async ({ context, query, headers, allowances, outbound, urlOf, setHeaders }) => {
    const entries = parseEntries(query.ens)
    const rpcUrl = headers['x-rpc-url'] || query.rpcUrl
    const { payments } = context
    if (payments && !rpcUrl)
      return resolvedData.parse(
        await charge({
          context,
          payments,
          baseUrl: urlOf('').replace(/\/$/, ''),
          names: query.ens,
          headers: proofHeaders.parse(headers),
          unpaid: allowances.unpaid,
          produce: () => outbound(() => product(context, entries)),
          admit: outbound,
          setHeaders,
        }),
      )
    await allowances.free.take()
    return presentResolved(
      await outbound(async () => resolveNames(context, await freeSource(context, rpcUrl), entries)),
    )
  },
})

/** What is paid for: names as this service's nodes show them. A list without any answer is not charged. */
async function product(context: Context, entries: readonly Entry[]): Promise<Product> {
  const names = await resolveNames(context, ownNodes(context), entries)
  return { data: presentResolved(names), isChargeable: names.some((name) => name !== null) }
}

/** The operator's node of the chain that each name is read on. */
function ownNodes(context: Context): SourceOf {
  const sourceOn = ownSources(context)
  return async (name) => sourceOn(await homeChainOf(context, name))
}

/** The caller's node, or the operator's where that is free. */
async function freeSource(context: Context, rpcUrl: string | undefined): Promise<SourceOf> {
  if (rpcUrl) {
    const source = await callerSource(context, rpcUrl)
    return () => source
  }
  if (context.config.resolveWithoutPayment) return ownNodes(context)
  throw new AppError(
    'ServiceUnavailableException',
    'This service does not resolve names through its own node: name yours in the header X-Rpc-Url.',
  )
}

export const resolve = [read]
