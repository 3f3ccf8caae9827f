import { z } from 'zod'
import { acceptSubname } from '../../core/subnames/accept.ts'
import { reserveSubname } from '../../core/subnames/reserve.ts'
import { revokeReservation } from '../../core/subnames/revoke.ts'
import { route } from '../kit.ts'
import { presentHeldRecord } from '../present/record.ts'
import { failuresOf } from '../schema/failures.ts'
import { heldRecord } from '../schema/record.ts'
import { chainId, fullName } from '../schema/wire.ts'
import {
  acceptRecordsInput,
  recordsOf,
  reservationOf,
  reserveInput,
  signatureInput,
} from '../schema/write.ts'

const tag = 'Subnames, second generation'
const params = z.object({ subname: fullName })
const query = z.object({ chainId })

const reserve = route({
  method: 'POST',
  url: '/ens/v2/subnames/invitations',
  id: 'v2ReserveSubname',
  tag,
  summary: 'Reserve a subname for an address',
  description: 'An invitation: the label is taken, and resolves to nothing until that address accepts.',
  credentials: 'key',
  body: reserveInput,
  data: heldRecord,
  errors: failuresOf.reserve,
  handle: async ({ context, caller, body }) =>
    presentHeldRecord(await reserveSubname(context, { caller, ...reservationOf(body) })),
})

const accept = route({
  method: 'PATCH',
  url: '/ens/v2/subnames/invitations/:subname',
  id: 'v2AcceptSubname',
  tag,
  summary: 'Accept an invitation',
  description:
    'Signed by the invited address. The records given are added to it, and it resolves from then on.',
  credentials: 'signature',
  params,
  query,
  body: acceptRecordsInput,
  data: heldRecord,
  errors: failuresOf.accept,
  handle: async ({ context, caller, params: { subname }, query: { chainId }, body }) => {
    const input = { caller, chainId, name: subname, records: recordsOf(body) }
    return presentHeldRecord(await acceptSubname(context, input))
  },
})

const revoke = route({
  method: 'DELETE',
  url: '/ens/v2/subnames/invitations/:subname',
  id: 'v2RevokeInvitation',
  tag,
  summary: 'Take an invitation back',
  description:
    'On a key of the workspace that the domain belongs to, or an admin key, with any valid signature. 409 once it is ' +
    'accepted. Answers the last state.',
  credentials: 'key+signature',
  params,
  query,
  body: signatureInput,
  data: heldRecord,
  errors: failuresOf.revoke,
  handle: async ({ context, caller, params: { subname }, query: { chainId } }) =>
    presentHeldRecord(await revokeReservation(context, { caller, chainId, name: subname })),
})

export const invitations = [reserve, accept, revoke]
