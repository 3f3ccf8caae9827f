import { acceptSubname } from '../../core/subnames/accept.ts'
import { rejectSubname } from '../../core/subnames/reject.ts'
import { reserveSubname } from '../../core/subnames/reserve.ts'
import { revokeAsAdmin } from '../../core/subnames/revoke.ts'
import { route } from '../kit.ts'
import { presentRecord } from '../present/record.ts'
import { failuresOf } from '../schema/failures.ts'
import { subnameRecord } from '../schema/record.ts'
import {
  acceptInput,
  nameOf,
  recordsOf,
  removeInput,
  reservationOf,
  reserveInput,
  signedSubnameKey,
} from '../schema/write.ts'

const tag = 'Subnames, first generation'

const reserve = route({
  method: 'POST',
  url: '/ens/v1/subname/reserve',
  id: 'v1ReserveSubname',
  tag,
  summary: 'Reserve a subname for an address',
  description: 'An invitation: the label is taken, and resolves to nothing until that address accepts.',
  credentials: 'key',
  body: reserveInput,
  data: subnameRecord,
  errors: failuresOf.reserve,
  handle: async ({ context, caller, body }) =>
    presentRecord(await reserveSubname(context, { caller, ...reservationOf(body) })),
})

const adminReserve = route({
  method: 'POST',
  url: '/ens/v1/subname/admin-reserve',
  id: 'v1AdminReserveSubname',
  tag,
  summary: 'Reserve a subname of any workspace',
  description: 'As a workspace does under its own domains, on an admin key.',
  credentials: 'admin',
  body: reserveInput,
  data: subnameRecord,
  errors: failuresOf.reserve,
  handle: async ({ context, caller, body }) =>
    presentRecord(await reserveSubname(context, { caller, ...reservationOf(body) })),
})

const accept = route({
  method: 'POST',
  url: '/ens/v1/subname/accept',
  id: 'v1AcceptSubname',
  tag,
  summary: 'Accept a reservation',
  description:
    'Signed by the address it is reserved for. The records given are added to it, and it resolves from then on.',
  credentials: 'signature',
  body: acceptInput,
  data: subnameRecord,
  errors: failuresOf.accept,
  handle: async ({ context, caller, body }) => {
    const input = { caller, chainId: body.chainId, name: nameOf(body), records: recordsOf(body) }
    return presentRecord(await acceptSubname(context, input))
  },
})

const reject = route({
  method: 'POST',
  url: '/ens/v1/subname/reject',
  id: 'v1RejectSubname',
  tag,
  summary: 'Reject a reservation',
  description: 'Signed by the address it is reserved for; the label is free again. Answers the last state.',
  credentials: 'signature',
  body: signedSubnameKey,
  data: subnameRecord,
  errors: failuresOf.reject,
  handle: async ({ context, caller, body }) =>
    presentRecord(await rejectSubname(context, { caller, chainId: body.chainId, name: nameOf(body) })),
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
  credentials: 'admin',
  body: removeInput,
  data: subnameRecord,
  errors: failuresOf.revokeAsAdmin,
  handle: async ({ context, caller, body }) =>
    presentRecord(await revokeAsAdmin(context, { caller, chainId: body.chainId, name: nameOf(body) })),
})

export const invitations = [reserve, adminReserve, accept, reject, adminRevoke]
