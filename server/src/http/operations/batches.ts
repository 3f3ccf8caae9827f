import { z } from 'zod'
import type { IfMatch } from '../../core/if-match.ts'
import type { BatchItemResult } from '../../core/subnames/batch/evaluate-batch.ts'
import type { BatchItem } from '../../core/subnames/batch/prepare-item.ts'
import { batchSubnames } from '../../core/subnames/batch.ts'
import { subnameEtag } from '../../core/subnames/rules.ts'
import { AppError, type BatchRejectedError, type ErrorName } from '../../errors.ts'
import { needs } from '../credentials/operation-auth.ts'
import { bynameTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { describedResponse, failure, failureEnvelope } from '../schema/envelope.ts'
import { chainId, domainName, labelText, optional, responseOf, signedExample } from '../schema/primitives.ts'
import {
  fromWireRecords,
  overrideFormer,
  recordInput,
  replace,
  reserveInput,
  signature,
} from '../schema/records.ts'

/** Of one batch, which is one transaction. */
const maxBatchItems = 1000

const ifMatch = optional(
  z
    .string()
    .max(300)
    .regex(/^(?:\*|"[\x21\x23-\x7e]*")$/, 'is not * or an entity tag'),
).meta({
  description: 'As the header If-Match: an entity tag, or `*`. The item fails if the subname has another.',
})

const holder = optional(z.string().max(100)).meta({
  description:
    'Holder of the name, an address; the zero address for none. Absent: the present one, of a new name its address of coin type 60.',
  example: signedExample.address,
})

const item = z.discriminatedUnion('action', [
  z.object({ action: z.literal('issue'), label: labelText, ...recordInput }),
  z.object({ action: z.literal('change'), label: labelText, ...recordInput, replace, ifMatch }),
  z.object({ action: z.literal('put'), label: labelText, ...recordInput, holder, replace, ifMatch }),
  z.object({ action: z.literal('reserve'), label: labelText, ethAddress: reserveInput.shape.ethAddress }),
  z.object({ action: z.literal('revoke'), label: labelText, ifMatch }),
])

const batchInput = z.object({
  domain: domainName,
  mode: z.enum(['atomic', 'each']).meta({
    description:
      '`atomic`: an item that fails makes the request fail, and nothing is written. `each`: the others are written, and ' +
      'every item has a result.',
    example: 'atomic',
  }),
  items: z
    .array(item)
    .min(1)
    .max(maxBatchItems)
    .meta({
      description:
        'Applied in this order; each sees what those before have done to its name. `change` and `revoke` need the ' +
        'signature that the single operations need, one for the whole batch, or a key with the scope `names:revoke`. `put` issues the label, or changes the name that ' +
        'has it; for a name that exists it needs the rights of `revoke`.',
      example: [
        { action: 'issue', label: 'alice', addresses: [{ coinType: 60, address: signedExample.address }] },
        { action: 'reserve', label: 'bob', ethAddress: signedExample.address },
      ],
    }),
  dryRun: z.boolean().prefault(false).meta({
    description: 'Makes every check of the batch and finds its results, without writing anything.',
  }),
  overrideFormer,
  signature,
})

type WireItem = z.output<typeof item>

function toBatchItem(wire: WireItem): BatchItem {
  const { action, label } = wire
  switch (action) {
    case 'issue':
      return { action, label, records: fromWireRecords(wire) }
    case 'change':
      return {
        action,
        label,
        records: fromWireRecords(wire),
        replace: wire.replace,
        ifMatch: toIfMatch(wire),
      }
    case 'put':
      return {
        action,
        label,
        records: fromWireRecords(wire),
        holder: wire.holder,
        isMerged: !wire.replace,
        ifMatch: toIfMatch(wire),
      }
    case 'reserve':
      return { action, label, address: wire.ethAddress }
    case 'revoke':
      return { action, label, ifMatch: toIfMatch(wire) }
  }
}

function toIfMatch({
  ifMatch,
}: Pick<WireItem & { readonly action: 'revoke' }, 'ifMatch'>): IfMatch | undefined {
  if (ifMatch === undefined) return undefined
  return { match: ifMatch === '*' ? ifMatch : [ifMatch] }
}

const index = z.number().int().meta({ description: 'Of the item, counted from 0.', example: 0 })
const sentLabel = z.string().meta({ description: 'The label, as it was sent.', example: 'alice' })

/** As the operations of the items have them. */
const itemErrors = [
  'InvalidNameException',
  'SubdomainAlreadyExistsException',
  'ServiceUnavailableException',
  'SubscriptionLapsedException',
  'LimitReachedException',
  'PolicyRefusedException',
  'SubnameNotFoundException',
  'MissingSignatureException',
  'NotHolderException',
  'PreconditionFailedException',
  'InvalidRecordException',
  'SealedNameException',
] satisfies readonly ErrorName[]

const itemError = z.object({
  name: z.string().meta({
    description: 'As of the single operation.',
    enum: itemErrors,
    example: 'SubdomainAlreadyExistsException',
  }),
  status: z.number().int().meta({ description: 'As of the single operation.', example: 409 }),
  message: z.string().meta({ description: 'What is wrong.', example: 'alice.demo.eth is taken.' }),
})

const result = z.object({
  index,
  label: sentLabel,
  name: z.string().nullable().meta({
    description: 'The normalized name; null if the item failed.',
    example: 'alice.demo.eth',
  }),
  etag: z.string().nullable().meta({
    description: 'Entity tag of the new state; null after a revocation, an error or a dry run.',
    example: '"Jk1zM5s0yV4bq2wT8nX3cA"',
  }),
  error: itemError.nullable().meta({ description: 'Null if the item was applied.', example: null }),
})

const batchResponse = responseOf(
  z.object({
    dryRun: z.boolean().meta({ description: 'Whether nothing was written, whatever the results.' }),
    succeeded: z.number().int().meta({ description: 'Number of items that were applied.', example: 2 }),
    failed: z.number().int().meta({ description: 'Number of items that failed.', example: 0 }),
    results: z.array(result).meta({ description: 'One for each item, in their order.' }),
  }),
  ({ dryRun, results }: { readonly dryRun: boolean; readonly results: readonly BatchItemResult[] }) => {
    const failed = results.filter(({ outcome }) => outcome instanceof AppError).length
    const wire = results.map((result) => toResult(result, dryRun))
    return { dryRun, succeeded: results.length - failed, failed, results: wire }
  },
)

/** What a dry run would create has no state that a tag could name. */
function toResult({ index, label, outcome }: BatchItemResult, dryRun: boolean): z.output<typeof result> {
  if (outcome instanceof AppError)
    return { index, label, name: null, etag: null, error: toItemError(outcome) }
  const etag = outcome.isRevoked || dryRun ? null : subnameEtag(outcome)
  return { index, label, name: outcome.subname.name, etag, error: null }
}

/** Characters; a message may quote a label in any spelling. */
const maxMessageLength = 300

function toItemError({ name, status, message }: AppError): z.output<typeof itemError> {
  const isLong = message.length > maxMessageLength
  return {
    name,
    status,
    message: isLong ? `${message.slice(0, maxMessageLength - 1).toWellFormed()}…` : message,
  }
}

const batchFailure = describedResponse(
  'BatchRejectedException, IdempotencyKeyReusedException',
  failure
    .extend({
      errors: z
        .array(z.object({ index, label: sentLabel, error: itemError }))
        .optional()
        .meta({
          description: 'Of each item that failed, in their order; only of a rejected batch.',
          example: [],
        }),
    })
    .meta({ id: 'BatchFailure', description: 'Nothing was written.' }),
)

export function batchFailureEnvelope(rejected: BatchRejectedError) {
  const errors = rejected.errors.map(({ error, ...item }) => ({ ...item, error: toItemError(error) }))
  return { ...failureEnvelope(rejected), errors }
}

/** An item costs about a tenth of a single request, in processor time. */
const itemsPerRequest = 10

const batch = operation({
  summary: 'Issue, put, change, reserve and revoke many subnames',
  description:
    'Up to 1,000 items of one domain in one transaction, by the rules of the single operations and with their errors and ' +
    'events. The API key issues and reserves. A change needs a signature by the holder or the address of coin type 60 of ' +
    'each name, a revocation also by an address that controls the domain; a key with the scope `names:revoke` changes, revokes, and ' +
    'puts names that exist, without one. Ten items count as a request of the API key.',
  auth: needs('names:write', { signature: 'of-items' }),
  responseSize: 'batch',
  loadClass: 'batch',
  query: z.object({ chainId }),
  body: batchInput,
  errors: ['DomainBlockedException', 'EnsNotFound', 'BatchRejectedException'],
  responses: { 422: batchFailure },
  handle: async ({ context, caller, query: { chainId }, body, quotas }) => {
    const { domain, mode, items, dryRun, overrideFormer: overridesFormer } = body
    quotas.key.consume(Math.ceil(items.length / itemsPerRequest) - 1)
    const results = await batchSubnames(context, {
      caller,
      chainId,
      domain,
      isAtomic: mode === 'atomic',
      items: items.map(toBatchItem),
      isDryRun: dryRun,
      overridesFormer,
    })
    return { dryRun, results }
  },
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/names/batch',
      id: 'bynameBatchNames',
      tag: bynameTag,
      response: batchResponse,
    },
  ],
})

export const nameBatches = [batch].flat()
