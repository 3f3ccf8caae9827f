import { z } from 'zod'
import { claimSealedName } from '../../core/claims/claim-sealed.ts'
import { type EndingName, endingDays, listEndingNames } from '../../core/seals/list-ending.ts'
import { readSealedSet, type SetOfName } from '../../core/seals/read-set.ts'
import { storeSealedSet } from '../../core/seals/store-set.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { claimConditions, claimOutcomeResponse, withNoticeToken } from '../schema/claim-outcome.ts'
import { invitationErrors } from '../schema/invitation-link.ts'
import { sealableNameResponse } from '../schema/names.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import { chainId, evmAddress, fullName, responseOf, toIsoTime } from '../schema/primitives.ts'
import { serializeSeal, signedSets, storedResponse, wireSeal } from '../schema/seals.ts'

const tag: Tag = {
  name: 'Sealed names',
  description: 'Names whose records only their holder can sign, as their resolver contract verifies.',
}

const ofName = { params: z.object({ name: fullName }), query: z.object({ chainId }) } as const
const item = '/byname/v1/names/:name/sealed-set'

const setResponse = responseOf(
  wireSeal
    .extend({
      name: z.string().meta({ description: 'The name.', example: 'alice.demo.eth' }),
      response: storedResponse,
    })
    .meta({ id: 'SealedSet', description: 'What the holder of a name has signed.' }),
  ({ name, seal, set }: SetOfName) => {
    const { sequence, validUntil, ...holder } = serializeSeal({ ...seal, set }) ?? never()
    return { name, ...holder, sequence, validUntil, response: set.response }
  },
)

function never(): never {
  throw new Error('A set has a seal.')
}

const get = operation({
  summary: 'Read what the holder of a sealed name has signed',
  description:
    'The newest set, also one that has ended. Anyone can verify it, and take it to another service.',
  auth: { accepts: [] },
  ...ofName,
  errors: ['SubnameNotFoundException', 'NotSealedException', 'NotFoundException'],
  handle: ({ context, params, query }) => readSealedSet(context, { ...params, ...query }),
  mounts: [{ method: 'GET', url: item, id: 'bynameGetSealedSet', tag, response: setResponse }],
})

const put = operation({
  summary: 'Change the records of a sealed name',
  description:
    'The set has all records of the name, in place of those that it has, and replaces the set before. The signature of the holder ' +
    '(EIP-712) is the only right that is asked for; anyone may send it. The resolver contract verifies it, the number is greater ' +
    'than that of the set before, and it ends within two years. The records are valid by the rules of all others.',
  auth: { accepts: [] },
  loadClass: 'outbound',
  expensive: true,
  callsUpstream: true,
  ...ofName,
  body: z.object({ response: signedSets }),
  errors: [
    'SubnameNotFoundException',
    'DomainBlockedException',
    'NotClaimedException',
    'InvalidRecordException',
    'InvalidSignatureException',
    'NotSealedException',
    'SequenceTooLowException',
  ],
  handle: ({ context, params, query, body: { response } }) =>
    storeSealedSet(context, { ...params, ...query, response }),
  mounts: [{ method: 'PUT', url: item, id: 'bynamePutSealedSet', tag, response: sealableNameResponse }],
})

const endingNameResponse = responseOf(
  wireSeal
    .pick({ state: true })
    .extend({
      name: z.string().meta({ description: 'The name.', example: 'alice.demo.eth' }),
      validUntil: z.iso.datetime().meta({
        description: 'When what is signed ends, or has ended.',
        example: '2030-01-01T00:00:00.000Z',
      }),
    })
    .meta({
      id: 'EndingName',
      description: 'A sealed name that its holder signs again, or does not resolve.',
    }),
  ({ name, state, validUntil }: EndingName) => ({ name, state, validUntil: toIsoTime(validUntil * 1000) }),
)

const listEnding = operation({
  summary: 'List the sealed names of a holder that end',
  description:
    `What the holder has signed ends within ${endingDays} days, or has ended. Names of blocked domains, and those whose seal another ` +
    'holder has now, are left out.',
  auth: { accepts: [] },
  responseSize: 'page',
  loadClass: 'listing',
  query: z.object({ chainId, address: evmAddress, ...listQuery }),
  handle: ({ context, query }) => listEndingNames(context, query),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/ending-names',
      id: 'bynameListEndingNames',
      tag,
      response: listResponse(endingNameResponse, 'Those that end first come first.'),
    },
  ],
})

const claim = operation({
  summary: 'Claim a sealed name',
  description:
    'Issues a name to the holder that its contract knows, with the first records that the holder signs in place of a message: one ' +
    'signature for both. The policy of the domain decides as for any claim; a name that is reserved for the holder is accepted. The ' +
    'number of the set is the time at which it is signed, in Unix seconds, at most ten minutes ago, and the set is good for one ' +
    'claim. Where the policy needs approval, the holder signs again after it.',
  auth: { accepts: [] },
  loadClass: 'outbound',
  expensive: true,
  callsUpstream: true,
  ...ofName,
  body: z.object({ response: signedSets, ...claimConditions }),
  errors: [
    'DomainBlockedException',
    'SubscriptionLapsedException',
    'InvalidRecordException',
    'InvalidSignatureException',
    'NotSealedException',
    'SequenceTooLowException',
    'ChallengeExpiredException',
    'PolicyRefusedException',
    'EnsNotFound',
    'SubnameNotFoundException',
    'SubdomainAlreadyExistsException',
    'AlreadyClaimedException',
    'SealedNameException',
    'LimitReachedException',
    ...invitationErrors,
  ],
  handle: async ({ context, params, query, body: { response, ...conditions }, quotas, outbound }) =>
    withNoticeToken(
      context,
      await claimSealedName(context, {
        ...params,
        ...query,
        response,
        ...conditions,
        guesses: quotas.guesses,
        countRequest: quotas.pendingClaims.consume,
        askNode: outbound,
      }),
    ),
  mounts: [
    {
      method: 'POST',
      url: item,
      id: 'bynameClaimSealedName',
      tag,
      status: 201,
      response: claimOutcomeResponse,
    },
  ],
})

export const sealedSets = [get, put, claim, listEnding].flat()
