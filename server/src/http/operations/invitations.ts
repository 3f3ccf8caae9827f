import { acceptSubname } from '../../core/subnames/accept.ts'
import { rejectSubname, reserveSubname } from '../../core/subnames/invitations.ts'
import { revokeReservation } from '../../core/subnames/remove.ts'
import { needs } from '../credentials/operation-auth.ts'
import { subnamesV1Tag, subnamesV2Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  removedSubnameResponse,
  removedSubnameWithHolderResponse,
  subnameResponse,
  subnameWithHolderResponse,
} from '../schema/names.ts'
import {
  acceptInput,
  fromWireRecords,
  reserveInput,
  signatureInput,
  signedSubnameKeyInput,
  subnameInBody,
  subnameParams,
  toFullName,
  toReservation,
} from '../schema/records.ts'

const reserve = operation({
  summary: 'Reserve a subname for an address',
  description: 'An invitation: the label is taken, and resolves to nothing until that address accepts.',
  auth: needs('names:write'),
  body: reserveInput,
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
  handle: ({ context, caller, body }) => reserveSubname(context, { caller, ...toReservation(body) }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/subname/reserve',
      id: 'v1ReserveSubname',
      tag: subnamesV1Tag,
      response: subnameResponse,
    },
    {
      method: 'POST',
      url: '/ens/v1/subname/admin-reserve',
      id: 'v1AdminReserveSubname',
      tag: subnamesV1Tag,
      summary: 'Reserve a subname of any workspace',
      description: 'As a workspace does under its own domains, with an admin key.',
      auth: needs('admin'),
      response: subnameResponse,
    },
    {
      method: 'POST',
      url: '/ens/v2/subnames/invitations',
      id: 'v2ReserveSubname',
      tag: subnamesV2Tag,
      response: subnameWithHolderResponse,
    },
  ],
})

const accept = operation({
  summary: 'Accept an invitation',
  description:
    'Signed by the address that the subname is reserved for. The given records are added to it, and it ' +
    'resolves.',
  auth: { accepts: [], signature: 'required' },
  ...subnameParams,
  body: acceptInput,
  isConditional: true,
  errors: [
    'SealedNameException',
    'InvalidRecordException',
    'NotHolderException',
    'DomainBlockedException',
    'PolicyRefusedException',
    'SubnameNotFoundException',
    'AlreadyClaimedException',
  ],
  handle: ({ context, caller, params, query, body, ifMatch }) =>
    acceptSubname(context, {
      caller,
      chainId: query.chainId,
      name: params.subname,
      records: fromWireRecords(body),
      ifMatch,
    }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/subname/accept',
      id: 'v1AcceptSubname',
      tag: subnamesV1Tag,
      summary: 'Accept a reservation',
      input: subnameInBody(acceptInput),
      response: subnameResponse,
    },
    {
      method: 'PATCH',
      url: '/ens/v2/subnames/invitations/:subname',
      id: 'v2AcceptSubname',
      tag: subnamesV2Tag,
      response: subnameWithHolderResponse,
    },
  ],
})

const reject = operation({
  summary: 'Reject a reservation',
  description:
    'Signed by the address that it is reserved for; the label is free again. Returns the last state.',
  auth: { accepts: [], signature: 'required' },
  body: signedSubnameKeyInput,
  isConditional: true,
  errors: [
    'NotHolderException',
    'DomainBlockedException',
    'SubnameNotFoundException',
    'NotReservedException',
    'AlreadyClaimedException',
  ],
  handle: ({ context, caller, body, ifMatch }) =>
    rejectSubname(context, { caller, chainId: body.chainId, name: toFullName(body), ifMatch }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/subname/reject',
      id: 'v1RejectSubname',
      tag: subnamesV1Tag,
      response: removedSubnameResponse,
    },
  ],
})

const revoke = operation({
  summary: 'Withdraw an invitation',
  description:
    'With a key of the workspace that the domain belongs to, or an admin key, and any valid signature. 409 once it is ' +
    'accepted. Returns the last state.',
  auth: needs('names:write', { signature: 'required' }),
  ...subnameParams,
  body: signatureInput,
  isConditional: true,
  errors: [
    'NotHolderException',
    'DomainBlockedException',
    'SubnameNotFoundException',
    'AlreadyClaimedException',
  ],
  handle: ({ context, caller, params, query, ifMatch }) =>
    revokeReservation(context, { caller, chainId: query.chainId, name: params.subname, ifMatch }),
  mounts: [
    {
      method: 'DELETE',
      url: '/ens/v2/subnames/invitations/:subname',
      id: 'v2RevokeInvitation',
      tag: subnamesV2Tag,
      response: removedSubnameWithHolderResponse,
    },
  ],
})

export const invitations = [reserve, accept, reject, revoke].flat()
