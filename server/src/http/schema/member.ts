import { z } from 'zod'
import type { ListedOperator } from '../../core/operators/list.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { type Member, roles } from '../../model/member.ts'
import { answer } from './answer.ts'
import { signedExample } from './examples.ts'
import { toIsoTime } from './iso-time.ts'
import { listAnswer } from './list.ts'

const wireAddress = z.string().meta({ description: 'EIP-55.', example: signedExample.address })

export const wireRole = z.enum(roles).meta({
  description: '`owner`: everything; `editor`: names, invitations and the claim page; `viewer`: reads only.',
  example: 'editor',
})

const addedBy = wireAddress.nullable().meta({
  description: 'Who added it, EIP-55; null: an admin key, or the settings.',
  example: null,
})

const wireMember = z
  .object({
    address: wireAddress,
    role: wireRole,
    addedBy,
    createdAt: z.iso.datetime().meta({ description: 'Since when.', example: '2030-01-01T00:00:00.000Z' }),
  })
  .meta({ id: 'Member', description: 'An address that may act in a workspace.' })

function serializeMember({ address, role, addedBy, createdAt }: Member): z.output<typeof wireMember> {
  return {
    address: checksumAddress(address),
    role,
    addedBy: addedBy && checksumAddress(addedBy),
    createdAt: toIsoTime(createdAt),
  }
}

export const memberAnswer = answer(wireMember, serializeMember)

export const memberListAnswer = listAnswer(memberAnswer, 'Oldest first.')

const wireOperator = z
  .object({
    address: wireAddress,
    addedBy,
    createdAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when; null: from the settings.', example: null }),
    isFromSettings: z.boolean().meta({ description: 'Whether it is in `OPERATORS`.', example: true }),
  })
  .meta({ id: 'Operator', description: 'An address that runs the instance.' })

export const operatorAnswer = answer(
  wireOperator,
  ({ address, addedBy, createdAt, isFromSettings }: ListedOperator) => ({
    address: checksumAddress(address),
    addedBy: addedBy && checksumAddress(addedBy),
    createdAt: toIsoTime(createdAt),
    isFromSettings,
  }),
)

export const operatorListAnswer = listAnswer(operatorAnswer, 'Those of the settings first.')

/** What a removal returns. */
export const removedAddressAnswer = answer(
  z.object({ address: wireAddress.meta({ description: 'Who was removed, EIP-55.' }) }),
  ({ address }: { readonly address: string }) => ({ address }),
)
