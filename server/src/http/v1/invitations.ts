import { acceptSubname } from '../../core/subnames/accept.ts'
import { rejectSubname } from '../../core/subnames/reject.ts'
import { reserveSubname } from '../../core/subnames/reserve.ts'
import { revokeAsAdmin } from '../../core/subnames/revoke.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { subnameRecord } from '../schema/record.ts'
import {
  acceptInput,
  fromWireRecords,
  reserveInput,
  signedSubnameKeyInput,
  subnameKeyInput,
  toFullName,
  toReservation,
} from '../schema/write.ts'
import { serializeRecord } from '../serializers/record.ts'

const tag = 'Subnames (v1)'

const reserve = route({
  method: 'POST',
  url: '/ens/v1/subname/reserve',
  id: 'v1ReserveSubname',
  tag,
  summary: 'Reserve a subname for an address',
  description: 'An invitation: the label is taken, and resolves to nothing until that address accepts.',
  auth: 'key',
  body: reserveInput,
  data: subnameRecord,
  errors: documentedErrors.reserve,
  handle: async ({ context, caller, body }) =>
    serializeRecord(await reserveSubname(context, { caller, ...toReservation(body) })),
})

const adminReserve = route({
  method: 'POST',
  url: '/ens/v1/subname/admin-reserve',
  id: 'v1AdminReserveSubname',
  tag,
  summary: 'Reserve a subname of any workspace',
  description: 'As a workspace does under its own domains, on an admin key.',
  auth: 'admin',
  body: reserveInput,
  data: subnameRecord,
  errors: documentedErrors.reserve,
  handle: async ({ context, caller, body }) =>
    serializeRecord(await reserveSubname(context, { caller, ...toReservation(body) })),
})

const accept = route({
  method: 'POST',
  url: '/ens/v1/subname/accept',
  id: 'v1AcceptSubname',
  tag,
  summary: 'Accept a reservation',
  description:
    'Signed by the address it is reserved for. The records given are added to it, and it resolves from then on.',
  auth: 'signature',
  body: acceptInput,
  data: subnameRecord,
  errors: documentedErrors.accept,
  handle: async ({ context, caller, body }) => {
    const input = { caller, chainId: body.chainId, name: toFullName(body), records: fromWireRecords(body) }
    return serializeRecord(await acceptSubname(context, input))
  },
})

const reject = route({
  method: 'POST',
  url: '/ens/v1/subname/reject',
  id: 'v1RejectSubname',
  tag,
  summary: 'Reject a reservation',
  description: 'Signed by the address it is reserved for; the label is free again. Answers the last state.',
  auth: 'signature',
  body: signedSubnameKeyInput,
  data: subnameRecord,
  errors: documentedErrors.reject,
  handle: async ({ context, caller, body }) =>
    serializeRecord(await rejectSubname(context, { caller, chainId: body.chainId, name: toFullName(body) })),
})

const adminRevoke = route({
  method: 'POST',
  url: '/ens/v1/subname/admin-revoke',
  id: 'v1AdminRevokeSubname',
  tag,
  summary: 'Take any subname back',
  description:
    'On an admin key alone, claimed or not, also under a blocked domain. Answers the last state. 409 when a reservation ' +
    'is accepted at the same moment: the name is claimed and stays; ask again to revoke it.',
  auth: 'admin',
  body: subnameKeyInput,
  data: subnameRecord,
  errors: documentedErrors.revokeAsAdmin,
  handle: async ({ context, caller, body }) =>
    serializeRecord(await revokeAsAdmin(context, { caller, chainId: body.chainId, name: toFullName(body) })),
})

export const invitations = [reserve, adminReserve, accept, reject, adminRevoke]
