import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { type InstanceDomain, searchInstanceDomains } from '../../core/domains/list.ts'
import { listSignerChecks, type SignerCheck, signerAdvice } from '../../core/health/signers.ts'
import { readStorage, type Storage } from '../../core/instance.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import type { Payment } from '../../model/payment.ts'
import { needs } from '../credentials/operation-auth.ts'
import { bynameTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { domainUse, serializeDomainUse } from '../schema/byname-domain.ts'
import { listQuery, listResponse, searchText } from '../schema/pages.ts'
import {
  chainId,
  exampleResolverAddress,
  queryBoolean,
  responseOf,
  toIsoTime,
  wireChainId,
  wireId,
} from '../schema/primitives.ts'
import { healthResponse } from './system.ts'

const instanceDomain = z
  .object({
    id: wireId('Id of the domain.'),
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'demo.eth' }),
    chainId: wireChainId,
    workspaceId: wireId('Its workspace.'),
    workspaceName: z.string().meta({ description: 'The display name of its workspace.', example: 'Acme' }),
    ...domainUse,
  })
  .meta({ id: 'InstanceDomain', description: 'A domain with its workspace and its limits.' })

function serializeInstanceDomain({ domain, workspaceName }: InstanceDomain): z.output<typeof instanceDomain> {
  const { id, name, chainId, workspaceId } = domain
  return { id, name, chainId, workspaceId, workspaceName, ...serializeDomainUse(domain) }
}

const instanceDomainsResponse = listResponse(
  responseOf(instanceDomain, serializeInstanceDomain),
  'The newest first.',
)

function count(description: string, example: number) {
  return z.number().int().meta({ description, example })
}

function dailyWrites(subject: string, example: number) {
  return count(`Writes ${subject} in a day, without API key or session; 0: no limit.`, example)
}

const instanceState = z
  .object({
    database: z.enum(['sqlite', 'postgres']).meta({ description: 'The kind of the database.' }),
    databaseBytes: count('Size of the database.', 73_400_320),
    imageBytes: count('Size of the image folder, at most ten minutes old; without a bucket.', 1_048_576),
    workspaces: count('Its workspaces.', 3),
    domains: count('Its domains, including blocked ones.', 5),
    names: count('Their names, including reservations.', 1041),
    limits: z
      .object({
        requestsPerKey: count('Requests of an API key in 60 seconds; 0: no limit.', 6000),
        requestsPerIp: count('Requests of a client address in 60 seconds; 0: no limit.', 0),
        expensiveRequestsPerIp: count(
          'Of these, such that read a chain, or write without authentication; 0: no limit.',
          300,
        ),
        writesPerIp: dailyWrites('of a client address', 5000),
        writesPerWallet: dailyWrites('of a signing wallet', 1000),
        writesPerName: dailyWrites('to a name', 240),
        writesPerDomain: dailyWrites('to the names of a domain', 100_000),
        eventDays: count('Days for which events are kept; 0: unlimited.', 0),
        deliveryDays: count('Days for which deliveries of webhooks are kept.', 30),
        statisticsDays: count('Days for which lookups by hour are kept; 0: unlimited.', 400),
      })
      .meta({ description: 'Limits of the settings, see docs/operating/settings.md.' }),
  })
  .meta({ id: 'InstanceState', description: 'What the instance keeps, and its limits.' })

const dayMs = 86_400_000

const instanceStateResponse = responseOf(
  instanceState,
  ({ storage, config: { rateLimits, writeLimits, retentionMs } }: { storage: Storage; config: Config }) => ({
    ...storage,
    limits: {
      requestsPerKey: rateLimits.perKey,
      requestsPerIp: rateLimits.perIp,
      expensiveRequestsPerIp: rateLimits.expensivePerIp,
      writesPerIp: writeLimits.address,
      writesPerWallet: writeLimits.wallet,
      writesPerName: writeLimits.name,
      writesPerDomain: writeLimits.domain,
      eventDays: retentionMs.events / dayMs,
      deliveryDays: retentionMs.deliveries / dayMs,
      statisticsDays: retentionMs.lookupCounts / dayMs,
    },
  }),
)

const signerCheck = z
  .object({
    resolverId: wireId('The resolver.'),
    chainId: wireChainId,
    address: z.string().meta({ description: 'Its contract, EIP-55.', example: exampleResolverAddress }),
    signer: z.string().nullable().meta({
      description: 'Our signer of its chain; null: not configured.',
      example: exampleResolverAddress,
    }),
    trust: z
      .enum([
        'trusted',
        'untrusted',
        'signer-not-configured',
        'not-a-resolver',
        'rpc-not-configured',
        'rpc-failed',
      ])
      .meta({ description: 'Whether the contract accepts our responses, or why that is unknown.' }),
    advice: z.string().nullable().meta({
      description: 'What to do; null if trusted or unknown.',
      example: null,
    }),
  })
  .meta({ id: 'SignerCheck', description: 'Whether a resolver accepts the responses of this service.' })

function serializeSignerCheck(check: SignerCheck): z.output<typeof signerCheck> {
  const { resolver, signer, trust } = check
  return {
    resolverId: resolver.id,
    chainId: resolver.chainId,
    address: checksumAddress(resolver.address),
    signer,
    trust,
    advice: signerAdvice(check) ?? null,
  }
}

const signerChecksResponse = listResponse(
  responseOf(signerCheck, serializeSignerCheck),
  'All resolvers, by chain, the oldest first.',
)

const exampleHash = `0x${'ab'.repeat(32)}`

const paymentState = z.enum([
  'reserved',
  'signed',
  'broadcast',
  'unconfirmed',
  'unknown',
  'confirmed',
  'reverted',
  'void',
])

const payment = z
  .object({
    id: wireId('The payment.'),
    state: paymentState.meta({ description: 'Its state, see docs/payments.md.' }),
    chainId: z.number().int().meta({ description: 'The chain of the token.', example: 8453 }),
    asset: z.string().meta({ description: 'The token.', example: exampleResolverAddress }),
    payer: z.string().meta({ description: 'Who paid.', example: exampleResolverAddress }),
    payTo: z.string().meta({ description: 'Who was paid.', example: exampleResolverAddress }),
    amount: z.string().meta({ description: 'Base units of the token, decimal.', example: '1000' }),
    protocol: z.string().meta({ description: 'The payment protocol.', example: 'x402' }),
    transaction: z
      .string()
      .nullable()
      .meta({ description: 'That moved the amount; null while unknown.', example: exampleHash }),
    isRefundDue: z
      .boolean()
      .meta({ description: 'Whether it was charged although its client got 502.', example: false }),
    createdAt: z.iso
      .datetime()
      .meta({ description: 'When it was reserved.', example: '2030-01-01T00:00:00.000Z' }),
    updatedAt: z.iso.datetime().meta({ description: 'Last change.', example: '2030-01-01T00:00:01.000Z' }),
  })
  .meta({ id: 'Payment', description: 'A payment, without its signature and the response.' })

function serializePayment(stored: Payment): z.output<typeof payment> {
  const { id, state, chainId, protocol, amount, asset, payer, payTo, settledTx, answer: sent } = stored
  return {
    id,
    state,
    chainId,
    asset: checksumAddress(asset),
    payer: checksumAddress(payer),
    payTo: checksumAddress(payTo),
    amount: String(amount),
    protocol,
    transaction: settledTx,
    isRefundDue: state === 'confirmed' && sent?.status === 502,
    createdAt: toIsoTime(stored.createdAt),
    updatedAt: toIsoTime(stored.updatedAt),
  }
}

const paymentPageResponse = listResponse(responseOf(payment, serializePayment), 'The newest first.')

const tag = bynameTag

const signers = operation({
  summary: 'Check the signers of all resolvers',
  description: 'Asks each contract now, with one call to the RPC of each chain.',
  auth: needs('admin'),
  loadClass: 'outbound',
  query: z.object(listQuery),
  handle: ({ context, query }) => listSignerChecks(context, query),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/offchain-resolvers/signers',
      id: 'bynameCheckSigners',
      tag,
      response: signerChecksResponse,
    },
  ],
})

const payments = operation({
  summary: 'List the payments',
  description: 'The newest first.',
  auth: needs('admin'),
  loadClass: 'listing',
  query: z.object({
    state: paymentState.optional().meta({ description: 'Only payments in this state.' }),
    refundDue: queryBoolean
      .prefault(false)
      .meta({ description: 'Only payments that were charged although their client got 502.' }),
    ...listQuery,
  }),
  handle: ({ context, query: { refundDue, ...query } }) =>
    context.payments.journal.list({ ...query, state: query.state, isRefundDue: refundDue }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/payments',
      id: 'bynameListPayments',
      tag,
      response: paymentPageResponse,
    },
  ],
})

const state = operation({
  summary: 'Read the state of the instance',
  description: 'How much it keeps, and the limits of its settings.',
  auth: needs('admin'),
  loadClass: 'listing',
  handle: async ({ context }) => ({ storage: await readStorage(context), config: context.config }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/instance',
      id: 'bynameGetInstance',
      tag,
      response: instanceStateResponse,
    },
  ],
})

const health = operation({
  summary: 'Read the health of the instance',
  description:
    'Why a person is needed, what it is about, and what to do: the reasons of `/ready` in full, as this process sees them.',
  auth: needs('admin'),
  loadClass: 'system',
  handle: ({ context }) => context.health.read(),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/instance/health',
      id: 'bynameGetInstanceHealth',
      tag,
      response: healthResponse,
    },
  ],
})

const domains = operation({
  summary: 'Search the domains of the instance',
  description: 'Those of every workspace, the newest first.',
  auth: needs('admin'),
  loadClass: 'listing',
  query: z.object({
    search: searchText
      .optional()
      .meta({ description: 'Part of the name, in any spelling; absent: any.', example: 'acme' }),
    chainId: chainId.optional().meta({ description: 'Absent: every chain.', example: 1 }),
    isBlocked: queryBoolean
      .optional()
      .meta({ description: 'Only blocked ones (true) or only others (false); absent: both.' }),
    ...listQuery,
  }),
  handle: ({ context, query: { search, ...query } }) =>
    searchInstanceDomains(context, { text: search, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains',
      id: 'bynameSearchDomains',
      tag,
      response: instanceDomainsResponse,
    },
  ],
})

export const instance = [signers, payments, state, health, domains].flat()
