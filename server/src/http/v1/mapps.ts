import { z } from 'zod'
import { appendFields } from '../../core/mapps/append.ts'
import { grantPermission } from '../../core/mapps/grant.ts'
import { revokePermission } from '../../core/mapps/revoke.ts'
import { route } from '../kit.ts'
import { presentRecord } from '../present/record.ts'
import { signedMessage } from '../schema/challenge.ts'
import { failuresOf } from '../schema/failures.ts'
import { subnameRecord } from '../schema/record.ts'
import { fullName } from '../schema/wire.ts'
import { signature, textEntries } from '../schema/write.ts'

const tag = 'mApps'

const grant = route({
  method: 'POST',
  url: '/ens/v1/mapp/permission/add',
  id: 'v1AddMAppPermission',
  tag,
  summary: 'Let an mApp write texts of its own',
  description:
    'Takes a challenge of `siwe/mapp/add-permission`, signed by the holder or by the address of coin type 60. The grant is ' +
    'listed in the text `mApps`. Texts whose keys end in `_<mApp>` are deleted and belong to the mApp from now on: what the ' +
    'holder writes there is ignored. A grant that is in force already stays as it is.',
  credentials: 'none',
  body: signedMessage,
  status: 201,
  data: subnameRecord,
  errors: failuresOf.changeGrants,
  handle: async ({ context, body, admit }) =>
    presentRecord(await grantPermission(context, { ...body, admit })),
})

const revoke = route({
  method: 'POST',
  url: '/ens/v1/mapp/permission/revoke',
  id: 'v1RevokeMAppPermission',
  tag,
  summary: "Take an mApp's permission back",
  description:
    'Takes a challenge of `siwe/mapp/revoke-permission`, signed by the holder or by the address of coin type 60. The texts ' +
    'of the mApp are deleted with the grant.',
  credentials: 'none',
  body: signedMessage,
  status: 201,
  data: subnameRecord,
  errors: failuresOf.changeGrants,
  handle: async ({ context, body, admit }) =>
    presentRecord(await revokePermission(context, { ...body, admit })),
})

const append = route({
  method: 'POST',
  url: '/ens/v1/mapp/field/append',
  id: 'v1AppendMAppField',
  tag,
  summary: 'Write the texts of an mApp',
  description:
    'The signature headers carry a challenge of `siwe/mapp/append-field`, signed by the address that the mApp resolves ' +
    'to. Each field is stored as the text `<key>_<mApp>`; an empty value deletes it.',
  credentials: 'signature',
  body: z.object({
    subname: fullName,
    fields: textEntries.meta({ example: [{ key: 'com.github', value: '{"verified":true}' }] }),
    signature,
  }),
  status: 201,
  data: subnameRecord,
  errors: failuresOf.appendFields,
  handle: async ({ context, caller, body }) =>
    presentRecord(await appendFields(context, { caller, subname: body.subname, fields: body.fields })),
})

export const mApps = [grant, append, revoke]
