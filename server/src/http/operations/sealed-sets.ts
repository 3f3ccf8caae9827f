import { z } from 'zod'
import { readSealedSet, type SetOfName } from '../../core/seals/read-set.ts'
import { storeSealedSet } from '../../core/seals/store-set.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { sealableNameResponse } from '../schema/names.ts'
import { chainId, fullName, responseOf } from '../schema/primitives.ts'
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

export const sealedSets = [get, put].flat()
