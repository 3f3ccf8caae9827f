import { z } from 'zod'
import { addSubname } from '../../core/subnames/add.ts'
import { updateSubname } from '../../core/subnames/change.ts'
import { getSubname, isSubnameAvailable } from '../../core/subnames/read.ts'
import { revokeAsAdmin, revokeSubname } from '../../core/subnames/remove.ts'
import { needs } from '../credentials/operation-auth.ts'
import { subnamesV1Tag, subnamesV2Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { removedSubnameResponse, subnameResponse, subnameWithHolderResponse } from '../schema/names.ts'
import { availabilityResponse, suggestionCount } from '../schema/policy.ts'
import { chainId, fullName, typedName } from '../schema/primitives.ts'
import {
  addInput,
  fromWireRecords,
  signedSubnameKeyInput,
  subnameInBody,
  subnameKeyInput,
  subnameParams,
  toFullName,
  toNewSubname,
  updateInput,
} from '../schema/records.ts'

const add = operation({
  summary: 'Issue a subname',
  description:
    'Issues a claimed subname to the coin type 60 address, or to the signer. With `overrideSignatureCheck` the API ' +
    'key alone is enough.',
  auth: needs('names:write', { signature: 'unless-overridden' }),
  body: addInput,
  errors: [
    'SealedNameException',
    'InvalidRecordException',
    'DomainBlockedException',
    'SubscriptionLapsedException',
    'PolicyRefusedException',
    'EnsNotFound',
    'SubdomainAlreadyExistsException',
    'LimitReachedException',
  ],
  handle: ({ context, caller, body }) => addSubname(context, { caller, ...toNewSubname(body) }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/subname/add',
      id: 'v1AddSubname',
      tag: subnamesV1Tag,
      response: subnameResponse,
    },
    {
      method: 'POST',
      url: '/ens/v2/subnames',
      id: 'v2AddSubname',
      tag: subnamesV2Tag,
      response: subnameWithHolderResponse,
    },
  ],
})

const get = operation({
  summary: 'Read a subname',
  description: 'As this service stores it; reservations too. Names under a blocked domain cannot be read.',
  auth: { accepts: [] },
  query: z.object({ subname: fullName, chainId }),
  errors: ['SubnameNotFoundException'],
  handle: ({ context, query }) => getSubname(context, { chainId: query.chainId, name: query.subname }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/subname',
      id: 'v1GetSubname',
      tag: subnamesV1Tag,
      response: subnameResponse,
    },
    {
      method: 'GET',
      url: '/ens/v2/subnames',
      id: 'v2GetSubname',
      tag: subnamesV2Tag,
      response: subnameWithHolderResponse,
    },
    {
      method: 'GET',
      url: '/ens/v2/subname',
      id: 'v2GetSubnameSingular',
      tag: subnamesV2Tag,
      response: subnameWithHolderResponse,
    },
  ],
})

const available = operation({
  summary: 'Check whether a subname is free',
  description:
    'Whether `add` would issue it now: it is neither issued nor reserved, and its domain is not blocked, has capacity for ' +
    'another subname, and its subscription has not ended. If the domain has a policy that is open for claims or binds keys, ' +
    'its rules about labels count too. A label that could never be issued is an error, but with `suggestions`.',
  auth: { accepts: [] },
  query: z.object({
    subname: typedName,
    chainId,
    suggestions: suggestionCount,
  }),
  errors: ['EnsNotFound'],
  handle: ({ context, query: { chainId, subname, suggestions } }) =>
    isSubnameAvailable(context, { chainId, ...subname, maxSuggestions: suggestions }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/available',
      id: 'v1IsSubnameAvailable',
      tag: subnamesV1Tag,
      response: availabilityResponse,
    },
  ],
})

const update = operation({
  summary: 'Change the records of a subname',
  description:
    'Merges: a listed record replaces the stored one, an empty value deletes it, unlisted records stay. With `replace`, ' +
    'each supplied list replaces the stored one. Signed by the holder or by the address of coin type 60.',
  auth: { accepts: [], signature: 'required' },
  ...subnameParams,
  body: updateInput,
  isConditional: true,
  errors: [
    'SealedNameException',
    'InvalidRecordException',
    'NotHolderException',
    'DomainBlockedException',
    'SubnameNotFoundException',
  ],
  handle: ({ context, caller, params, query, body, ifMatch }) =>
    updateSubname(context, {
      caller,
      chainId: query.chainId,
      name: params.subname,
      records: fromWireRecords(body),
      replace: body.replace,
      ifMatch,
    }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/subname/update',
      id: 'v1UpdateSubname',
      tag: subnamesV1Tag,
      input: subnameInBody(updateInput),
      response: subnameResponse,
    },
    {
      method: 'PATCH',
      url: '/ens/v2/subnames/:subname',
      id: 'v2UpdateSubname',
      tag: subnamesV2Tag,
      response: subnameWithHolderResponse,
    },
  ],
})

const revoke = operation({
  summary: 'Revoke a subname',
  description:
    'Deletes the subname; it stops resolving immediately and its label is free again. A claimed name needs a signature by ' +
    'the holder, by the address of coin type 60, or by an address that controls the domain on chain; a reservation is ' +
    'withdrawn with any valid signature. 409 when a reservation is accepted at the same time. Returns the last state.',
  auth: needs('names:write', { signature: 'required' }),
  body: signedSubnameKeyInput,
  isConditional: true,
  errors: [
    'NotHolderException',
    'DomainBlockedException',
    'SubnameNotFoundException',
    'AlreadyClaimedException',
  ],
  handle: ({ context, caller, body, ifMatch }) =>
    revokeSubname(context, { caller, chainId: body.chainId, name: toFullName(body), ifMatch }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/subname/revoke',
      id: 'v1RevokeSubname',
      tag: subnamesV1Tag,
      response: removedSubnameResponse,
    },
  ],
})

const adminRevoke = operation({
  summary: 'Revoke any subname',
  description:
    'With an admin key alone, claimed or not, also under a blocked domain. Returns the last state. 409 when a reservation ' +
    'is accepted at the same moment: the name is claimed and stays; repeat the request to revoke it.',
  auth: needs('admin'),
  body: subnameKeyInput,
  isConditional: true,
  errors: ['SubnameNotFoundException', 'AlreadyClaimedException'],
  handle: ({ context, caller, body, ifMatch }) =>
    revokeAsAdmin(context, { caller, chainId: body.chainId, name: toFullName(body), ifMatch }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/subname/admin-revoke',
      id: 'v1AdminRevokeSubname',
      tag: subnamesV1Tag,
      response: removedSubnameResponse,
    },
  ],
})

export const subnames = [add, get, available, update, revoke, adminRevoke].flat()
