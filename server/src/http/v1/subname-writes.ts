import { addSubname } from '../../core/subnames/add.ts'
import { revokeSubname } from '../../core/subnames/revoke.ts'
import { updateSubname } from '../../core/subnames/update.ts'
import { route } from '../kit.ts'
import { presentRecord } from '../present/record.ts'
import { failuresOf } from '../schema/failures.ts'
import { subnameRecord } from '../schema/record.ts'
import { addInput, addOf, nameOf, recordsOf, signedSubnameKey, updateInput } from '../schema/write.ts'

const tag = 'Subnames, first generation'

const add = route({
  method: 'POST',
  url: '/ens/v1/subname/add',
  id: 'v1AddSubname',
  tag,
  summary: 'Issue a subname',
  description:
    'Issues a claimed subname to the coin type 60 address, or to the signer. With `overrideSignatureCheck` the API ' +
    'key alone is enough.',
  credentials: 'key+signature?',
  body: addInput,
  data: subnameRecord,
  errors: failuresOf.add,
  handle: async ({ context, caller, body }) =>
    presentRecord(await addSubname(context, { caller, ...addOf(body) })),
})

const update = route({
  method: 'POST',
  url: '/ens/v1/subname/update',
  id: 'v1UpdateSubname',
  tag,
  summary: 'Change the records of a subname',
  description:
    'Merges: a listed record replaces the stored one, an empty value deletes it, what is not listed stays. Signed by ' +
    'the holder or by the address of coin type 60.',
  credentials: 'signature',
  body: updateInput,
  data: subnameRecord,
  errors: failuresOf.update,
  handle: async ({ context, caller, body }) => {
    const { chainId, replace } = body
    const input = { caller, chainId, replace, name: nameOf(body), records: recordsOf(body) }
    return presentRecord(await updateSubname(context, input))
  },
})

const revoke = route({
  method: 'POST',
  url: '/ens/v1/subname/revoke',
  id: 'v1RevokeSubname',
  tag,
  summary: 'Take a subname back',
  description:
    'Deletes the subname; it stops resolving at once and its label is free again. A claimed name needs a signature by ' +
    'the holder, by the address of coin type 60, or by an address that controls the domain on chain; a reservation is ' +
    'withdrawn with any valid signature. 409 when a reservation is accepted at the same time. Answers the last state.',
  credentials: 'key+signature',
  body: signedSubnameKey,
  data: subnameRecord,
  errors: failuresOf.revoke,
  handle: async ({ context, caller, body }) =>
    presentRecord(await revokeSubname(context, { caller, chainId: body.chainId, name: nameOf(body) })),
})

export const subnameWrites = [add, update, revoke]
