import { z } from 'zod'
import { acceptSubname } from '../../core/subnames/accept.ts'
import { reserveSubname } from '../../core/subnames/reserve.ts'
import { revokeReservation } from '../../core/subnames/revoke.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { chainId, fullName } from '../schema/primitives.ts'
import { recordWithHolder } from '../schema/record.ts'
import {
  acceptRecordsInput,
  fromWireRecords,
  reserveInput,
  signatureInput,
  toReservation,
} from '../schema/write.ts'
import { serializeRecordWithHolder } from '../serializers/record.ts'

const tag = 'Subnames (v2)'
const params = z.object({ subname: fullName })
const query = z.object({ chainId })

const reserve = route({
  method: 'POST',
  url: '/ens/v2/subnames/invitations',
  id: 'v2ReserveSubname',
  tag,
  summary: 'Reserve a subname for an address',
  description: 'An invitation: the label is taken, and resolves to nothing until that address accepts.',
  auth: 'key',
  body: reserveInput,
  data: recordWithHolder,
  errors: documentedErrors.reserve,
  handle: async ({ context, caller, body }) =>
    serializeRecordWithHolder(await reserveSubname(context, { caller, ...toReservation(body) })),
})

const accept = route({
  method: 'PATCH',
  url: '/ens/v2/subnames/invitations/:subname',
  id: 'v2AcceptSubname',
  tag,
  summary: 'Accept an invitation',
  description:
    'Signed by the invited address. The records given are added to it, and it resolves from then on.',
  auth: 'signature',
  params,
  query,
  body: acceptRecordsInput,
  data: recordWithHolder,
  errors: documentedErrors.accept,
  handle: async ({ context, caller, params: { subname }, query: { chainId }, body }) => {
    const input = { caller, chainId, name: subname, records: fromWireRecords(body) }
    return serializeRecordWithHolder(await acceptSubname(context, input))
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
  auth: 'key+signature',
  params,
  query,
  body: signatureInput,
  data: recordWithHolder,
  errors: documentedErrors.revoke,
  handle: async ({ context, caller, params: { subname }, query: { chainId } }) =>
    serializeRecordWithHolder(await revokeReservation(context, { caller, chainId, name: subname })),
})

export const invitations = [reserve, accept, revoke]
