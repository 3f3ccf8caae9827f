import { z } from 'zod'
import { appendFields, grantPermission, revokePermission } from '../../core/mapps.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { subnameResponse } from '../schema/names.ts'
import { fullName } from '../schema/primitives.ts'
import { signature, textEntries } from '../schema/records.ts'
import { signedMessage } from './challenges.ts'

const tag: Tag = {
  name: 'mApps',
  description: 'Applications that write their own texts to a subname, with the permission of its holder.',
}

const grant = operation({
  summary: 'Grant an mApp permission',
  description:
    'Takes a challenge of `siwe/mapp/add-permission`, signed by the holder or by the address of coin type 60. The mApp may ' +
    'write its own texts; the text `mApps` lists the grant. Texts whose keys end in `_<mApp>` are deleted and belong to the ' +
    'mApp: changes by the holder are ignored. A repeated grant changes nothing.',
  auth: { accepts: [], signature: 'in-body' },
  body: signedMessage,
  errors: [
    'SealedNameException',
    'InvalidRecordException',
    'NotHolderException',
    'DomainBlockedException',
    'SubnameNotFoundException',
  ],
  handle: ({ context, caller: { ownOrigin }, body, admit }) =>
    grantPermission(context, { signedMessage: { ...body, admit }, ownOrigin }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/mapp/permission/add',
      id: 'v1AddMAppPermission',
      tag,
      status: 201,
      response: subnameResponse,
    },
  ],
})

const revoke = operation({
  summary: 'Revoke the permission of an mApp',
  description:
    'Takes a challenge of `siwe/mapp/revoke-permission`, signed by the holder or by the address of coin type 60. The texts ' +
    'of the mApp are deleted with the grant.',
  auth: { accepts: [], signature: 'in-body' },
  body: signedMessage,
  errors: ['SealedNameException', 'NotHolderException', 'DomainBlockedException', 'SubnameNotFoundException'],
  handle: ({ context, caller: { ownOrigin }, body, admit }) =>
    revokePermission(context, { signedMessage: { ...body, admit }, ownOrigin }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/mapp/permission/revoke',
      id: 'v1RevokeMAppPermission',
      tag,
      status: 201,
      response: subnameResponse,
    },
  ],
})

const append = operation({
  summary: 'Write the texts of an mApp',
  description:
    'The signature headers carry a challenge of `siwe/mapp/append-field`, signed by the address that the mApp resolves ' +
    'to. Each field is stored as the text `<key>_<mApp>`; an empty value deletes it.',
  auth: { accepts: [], signature: 'required' },
  body: z.object({
    subname: fullName,
    fields: textEntries.meta({
      description: 'Texts without the suffix of the mApp; an empty value deletes.',
      example: [{ key: 'com.github', value: '{"verified":true}' }],
    }),
    signature,
  }),
  errors: [
    'SealedNameException',
    'InvalidRecordException',
    'ForbiddenException',
    'NotHolderException',
    'DomainBlockedException',
    'SubnameNotFoundException',
  ],
  handle: ({ context, caller, body }) =>
    appendFields(context, { caller, subname: body.subname, fields: body.fields }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/mapp/field/append',
      id: 'v1AppendMAppField',
      tag,
      status: 201,
      response: subnameResponse,
    },
  ],
})

export const mApps = [grant, append, revoke].flat()
