import { addSubname } from '../../core/subnames/add.ts'
import { revokeSubname } from '../../core/subnames/revoke.ts'
import { updateSubname } from '../../core/subnames/update.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { subnameRecord } from '../schema/record.ts'
import {
  addInput,
  fromWireRecords,
  signedSubnameKeyInput,
  toFullName,
  toNewSubname,
  updateInput,
} from '../schema/write.ts'
import { serializeRecord } from '../serializers/record.ts'

const tag = 'Subnames (v1)'

const add = route({
  method: 'POST',
  url: '/ens/v1/subname/add',
  id: 'v1AddSubname',
  tag,
  summary: 'Issue a subname',
  description:
    'Issues a claimed subname to the coin type 60 address, or to the signer. With `overrideSignatureCheck` the API ' +
    'key alone is enough.',
  auth: 'key+optionalSignature',
  body: addInput,
  data: subnameRecord,
  errors: documentedErrors.add,
  handle: async ({ context, caller, body }) =>
    serializeRecord(await addSubname(context, { caller, ...toNewSubname(body) })),
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
  auth: 'signature',
  body: updateInput,
  data: subnameRecord,
  errors: documentedErrors.update,
  handle: async ({ context, caller, body }) => {
    const { chainId, replace } = body
    const input = { caller, chainId, replace, name: toFullName(body), records: fromWireRecords(body) }
    return serializeRecord(await updateSubname(context, input))
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
  auth: 'key+signature',
  body: signedSubnameKeyInput,
  data: subnameRecord,
  errors: documentedErrors.revoke,
  handle: async ({ context, caller, body }) =>
    serializeRecord(await revokeSubname(context, { caller, chainId: body.chainId, name: toFullName(body) })),
})

export const subnameWrites = [add, update, revoke]
