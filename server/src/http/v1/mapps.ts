import { z } from 'zod'
import { appendFields } from '../../core/mapps/append.ts'
import { grantPermission } from '../../core/mapps/grant.ts'
import { revokePermission } from '../../core/mapps/revoke.ts'
import { route } from '../route.ts'
import { signedMessage } from '../schema/challenge.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { fullName } from '../schema/primitives.ts'
import { subnameRecord } from '../schema/record.ts'
import { signature, textEntries } from '../schema/write.ts'
import { serializeRecord } from '../serializers/record.ts'

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
  auth: 'none',
  body: signedMessage,
  status: 201,
  data: subnameRecord,
  errors: documentedErrors.changeGrants,
  handle: async ({ context, body, admit }) =>
    serializeRecord(await grantPermission(context, { ...body, admit })),
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
  auth: 'none',
  body: signedMessage,
  status: 201,
  data: subnameRecord,
  errors: documentedErrors.changeGrants,
  handle: async ({ context, body, admit }) =>
    serializeRecord(await revokePermission(context, { ...body, admit })),
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
  auth: 'signature',
  body: z.object({
    subname: fullName,
    fields: textEntries.meta({ example: [{ key: 'com.github', value: '{"verified":true}' }] }),
    signature,
  }),
  status: 201,
  data: subnameRecord,
  errors: documentedErrors.appendFields,
  handle: async ({ context, caller, body }) =>
    serializeRecord(await appendFields(context, { caller, subname: body.subname, fields: body.fields })),
})

export const mApps = [grant, append, revoke]
