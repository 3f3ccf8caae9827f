import { z } from 'zod'
import { claimName } from '../../core/claims/claim.ts'
import {
  approveClaim,
  type DeclinedClaims,
  declineClaim,
  declineClaims,
  getClaim,
  listClaims,
  maxDeclined,
  withdrawClaim,
} from '../../core/claims/decide.ts'
import { listOwnClaims } from '../../core/claims/own-claims.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { claimStates } from '../../model/claim.ts'
import { needs } from '../credentials/operation-auth.ts'
import { claimsTag as tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  claimStateResponse,
  ownClaimResponse,
  ownerComment,
  serializeClaim,
  wireClaim,
} from '../schema/claim.ts'
import { claimConditions, claimOutcomeResponse, withNoticeToken } from '../schema/claim-outcome.ts'
import { invitationErrors } from '../schema/invitation-link.ts'
import { nameResponse } from '../schema/names.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import {
  chainId,
  domainName,
  evmAddress,
  exampleId,
  label,
  optional,
  responseOf,
  uuid,
} from '../schema/primitives.ts'
import { fromWireRecords, recordInput, signature, signatureInput } from '../schema/records.ts'

const declinedClaimsResponse = responseOf(
  z.object({
    declined: z.number().int().meta({ description: 'Claims that this request declined.', example: 1000 }),
    remaining: z
      .number()
      .int()
      .meta({ description: 'Selected ones that are still pending: send the request again.', example: 0 }),
  }),
  (outcome: DeclinedClaims) => outcome,
)

const claimListResponse = listResponse(
  responseOf(wireClaim, serializeClaim),
  'The oldest first; of `decided`, the one that was decided last.',
)

const collection = '/byname/v1/domains/:domain/claims'
const item = `${collection}/:claimId`

const ofDomain = z.object({ domain: domainName })
const ofClaim = z.object({
  domain: domainName,
  claimId: uuid.meta({ description: 'Id of the claim.', example: exampleId }),
})
const query = z.object({ chainId })

const claim = operation({
  summary: 'Claim a name',
  description:
    'Issues a name to a wallet with its signature alone, if the policy of the domain allows it; the name is that of the signer. A ' +
    'name that is reserved for the signer is accepted. Where the policy needs approval, the response has `state: "pending"` ' +
    'and an id: the claim holds the label for up to 30 days, with records of at most 4 KiB.\n\n' +
    'The page composes the message (EIP-4361): at most ten minutes old, valid once, for this service or an allowed origin ' +
    'of the domain; with an `Origin` header, for that. Its resources are `byname:action/claim` and `byname:name/{name}` ' +
    '(full and normalized), percent-encoded, in this order and no others; with an invitation link, a third one, ' +
    '`byname:invitation-link/{id}`.',
  auth: { accepts: [], signature: 'required' },
  expensive: true,
  params: ofDomain,
  query,
  body: z.object({
    label,
    records: optional(z.object(recordInput)).meta({
      description: 'As in `add`. The address of coin type 60 is the signer; another one is an error.',
      example: { text: [{ key: 'description', value: 'hello' }] },
    }),
    ...claimConditions,
    signature,
  }),
  errors: [
    'SealedNameException',
    'InvalidRecordException',
    'NotHolderException',
    'DomainBlockedException',
    'SubscriptionLapsedException',
    'PolicyRefusedException',
    'OriginNotAllowedException',
    'SubnameNotFoundException',
    'EnsNotFound',
    'SubdomainAlreadyExistsException',
    'AlreadyClaimedException',
    'LimitReachedException',
    ...invitationErrors,
  ],
  handle: async ({
    context,
    caller,
    params: { domain },
    query: { chainId },
    body: { label, records, tokenId, invitation },
    quotas,
    outbound,
  }) => {
    const outcome = await claimName(context, {
      caller,
      chainId,
      domain,
      label,
      records: records ? fromWireRecords(records) : {},
      tokenId,
      invitation,
      guesses: quotas.guesses,
      countRequest: quotas.pendingClaims.consume,
      askNode: outbound,
    })
    return withNoticeToken(context, outcome)
  },
  mounts: [
    {
      method: 'POST',
      url: collection,
      id: 'bynameClaimName',
      tag,
      status: 201,
      response: claimOutcomeResponse,
    },
  ],
})

const list = operation({
  summary: 'List the claims of a domain',
  description: 'Those that need approval, and outcomes with their comments.',
  auth: needs('read'),
  responseSize: 'page',
  loadClass: 'listing',
  params: ofDomain,
  query: z.object({
    chainId,
    state: z
      .enum([...claimStates, 'decided'])
      .prefault('pending')
      .meta({ description: 'Only these. `decided`: any but pending.', example: 'pending' }),
    ...listQuery,
  }),
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query }) => listClaims(context, { caller, ...params, ...query }),
  mounts: [{ method: 'GET', url: collection, id: 'bynameListClaims', tag, response: claimListResponse }],
})

const listOwn = operation({
  summary: 'List the claims of a wallet',
  description:
    "For the wallet alone, by its signature: claims that need approval, the newest first, with their owners' comments. The message " +
    '(EIP-4361) is for this service or, with `domain`, for its allowed origins; it has no resources or the one resource ' +
    '`byname:action/read-claims`, and is good for any number of requests while it is valid. Claims of all chains are listed for a ' +
    'key, for a contract wallet those of `chainId`. Claims of blocked domains are left out.',
  auth: { accepts: [], signature: 'required' },
  responseSize: 'page',
  loadClass: 'listing',
  query: z.object({
    chainId,
    domain: domainName.optional().meta({ description: 'Only claims of this domain.', example: 'demo.eth' }),
    ...listQuery,
  }),
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: ({ context, caller, query }) => listOwnClaims(context, { caller, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/claims',
      id: 'bynameListOwnClaims',
      tag,
      response: listResponse(ownClaimResponse, 'The newest first.'),
    },
  ],
})

const get = operation({
  summary: 'Read the state of a claim',
  description: 'For the claimant, who has its id.',
  auth: { accepts: [] },
  params: ofClaim,
  query,
  errors: ['DomainBlockedException', 'EnsNotFound', 'ClaimNotFoundException'],
  handle: ({ context, params, query }) => getClaim(context, { ...params, ...query }),
  mounts: [{ method: 'GET', url: item, id: 'bynameGetClaim', tag, response: claimStateResponse }],
})

const decision = z.object({ comment: ownerComment }).nullish()

const approve = operation({
  summary: 'Approve a claim',
  description:
    'Issues the name to the claimant, with the records of the claim. The policy is not applied again, the limit of the domain ' +
    'is.',
  auth: needs('names:write'),
  params: ofClaim,
  query,
  body: decision,
  errors: [
    'SealedNameException',
    'DomainBlockedException',
    'SubscriptionLapsedException',
    'EnsNotFound',
    'ClaimNotFoundException',
    'SubdomainAlreadyExistsException',
    'ClaimNotPendingException',
    'LimitReachedException',
  ],
  handle: ({ context, caller, params, query, body }) =>
    approveClaim(context, { caller, ...params, ...query, comment: body?.comment }),
  mounts: [{ method: 'POST', url: `${item}/approve`, id: 'bynameApproveClaim', tag, response: nameResponse }],
})

const decline = operation({
  summary: 'Decline a claim',
  description: 'The label is free again.',
  auth: needs('names:write'),
  params: ofClaim,
  query,
  body: decision,
  errors: ['DomainBlockedException', 'EnsNotFound', 'ClaimNotFoundException', 'ClaimNotPendingException'],
  handle: ({ context, caller, params, query, body }) =>
    declineClaim(context, { caller, ...params, ...query, comment: body?.comment }),
  mounts: [
    { method: 'POST', url: `${item}/decline`, id: 'bynameDeclineClaim', tag, response: claimStateResponse },
  ],
})

const declineMany = operation({
  summary: 'Decline many claims',
  description:
    `Up to ${maxDeclined} of the pending claims that are named by \`ids\`, or are of one \`claimant\`, or \`all\`, the oldest first, in ` +
    'one transaction. Claims that are decided already are left out. Send it again while `remaining` is not 0.',
  auth: needs('names:write'),
  loadClass: 'batch',
  params: ofDomain,
  query,
  body: z
    .object({
      ids: optional(z.array(uuid).min(1).max(maxDeclined)).meta({
        description: 'Ids of claims.',
        example: [exampleId],
      }),
      claimant: optional(evmAddress).meta({
        description: 'All of this wallet.',
        example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      }),
      all: optional(z.literal(true)).meta({
        description: 'All pending claims of the domain.',
        example: true,
      }),
      comment: ownerComment.meta({ description: 'As of one decision, to each claimant.' }),
    })
    .refine(
      ({ ids, claimant, all }) => [ids, claimant, all].filter((given) => given !== undefined).length === 1,
      'give either ids, or a claimant, or all',
    ),
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: ({ context, caller, params, query: { chainId }, body: { ids, claimant, comment } }) => {
    const selection = ids
      ? { ids }
      : claimant
        ? { claimant: lowerCaseHex(claimant) }
        : ({ all: true } as const)
    return declineClaims(context, { caller, ...params, chainId, selection, comment })
  },
  mounts: [
    {
      method: 'POST',
      url: `${collection}/decline`,
      id: 'bynameDeclineClaims',
      tag,
      response: declinedClaimsResponse,
    },
  ],
})

const withdraw = operation({
  summary: 'Withdraw a claim',
  description:
    'Signed by the claimant; the label is free again. The message is as for a claim, with the resources ' +
    '`byname:action/withdraw-claim` and `byname:claim/{claimId}`.',
  auth: { accepts: [], signature: 'required' },
  params: ofClaim,
  query,
  body: signatureInput,
  errors: [
    'NotHolderException',
    'DomainBlockedException',
    'OriginNotAllowedException',
    'EnsNotFound',
    'ClaimNotFoundException',
    'ClaimNotPendingException',
  ],
  handle: ({ context, caller, params, query }) => withdrawClaim(context, { caller, ...params, ...query }),
  mounts: [{ method: 'DELETE', url: item, id: 'bynameWithdrawClaim', tag, response: claimStateResponse }],
})

export const claims = [claim, list, listOwn, get, approve, decline, declineMany, withdraw].flat()
