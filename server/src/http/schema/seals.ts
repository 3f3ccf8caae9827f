import { z } from 'zod'
import { type SealOfName, sealStates } from '../../core/seals/describe-seal.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { isHexBytes } from '../../crypto/hex.ts'
import { maxSignedSetsBytes } from '../../gateway/signed-sets.ts'
import { holderKinds } from '../../model/seal.ts'
import { toIsoTime } from './primitives.ts'

/** A set of one address, with a signature of 65 bytes. */
const exampleResponse = [
  '0x0000000000000001',
  '0000000070dbd8f8',
  '0041',
  '0000001f',
  'e78dbcae4abb40370bd940b4f02f8b4933aed525d9e2aeec6a259212cae086fb',
  '063a8b39c160351662c7ea915c2569f8671a36d54f240ee4289fc9dd26340284',
  '1c',
  '000500000014',
  '010000003c',
  '70997970c51812dc3a010c7d01b50e0d17dc79c8',
].join('')

const responseMeta = {
  description:
    'What the resolver is answered, in hex: the set with the signature of the holder and, if there is one, a delegation with the ' +
    'texts of the delegate. contracts/README.md has its bytes.',
  example: exampleResponse,
}

export const signedSets = z
  .string()
  .max(2 + 2 * maxSignedSetsBytes)
  .refine(isHexBytes, 'is not hex: 0x and whole bytes')
  .meta(responseMeta)

export const wireSeal = z
  .object({
    holder: z.string().meta({
      description: 'Whose signature counts, EIP-55; of a passkey, the address that its key gives.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    kind: z.enum(holderKinds).meta({ description: 'What the holder is.', example: 'account' }),
    state: z.enum(sealStates).meta({
      description:
        'Whether the name resolves: `signed`; `ended`: not until the holder signs again; `unsigned`: not until the holder signs.',
      example: 'signed',
    }),
    sequence: z
      .string()
      .nullable()
      .meta({ description: 'Number of the set that is here, decimal; null without one.', example: '1' }),
    validUntil: z.iso.datetime().nullable().meta({
      description: 'After it the name does not resolve until the holder signs again; null without a set.',
      example: '2030-01-01T00:00:00.000Z',
    }),
  })
  .meta({ id: 'Seal', description: 'Who signs the records of a name, and what is signed.' })

export const nullableSeal = wireSeal.nullable().meta({
  description: 'Of a name that is sealed on chain, as far as this service has read it; null for others.',
})

export function serializeSeal(seal: SealOfName | null): z.output<typeof nullableSeal> {
  if (!seal) return null
  const { holder, kind, set, state } = seal
  return {
    holder: checksumAddress(holder),
    kind,
    state,
    sequence: set ? String(set.sequence) : null,
    validUntil: set ? toIsoTime(set.validUntil * 1000) : null,
  }
}

export const storedResponse = z.string().meta(responseMeta)
