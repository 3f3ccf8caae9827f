import { z } from 'zod'
import type { getPrimaryName } from '../../core/primary-names/get.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { answer } from './answer.ts'

export const wirePrimaryName = z
  .object({
    id: z.string(),
    name: z.string().meta({ example: 'alice.demo.eth' }),
    address: z.string().meta({ description: 'In EIP-55.' }),
    nameHash: z.string().meta({ description: 'Node of the name (ENSIP-1).' }),
    chainId: z.number().int(),
  })
  .meta({ id: 'PrimaryName' })

type PrimaryName = Awaited<ReturnType<typeof getPrimaryName>>

function serializePrimaryName(primaryName: PrimaryName): z.output<typeof wirePrimaryName> {
  return {
    id: primaryName.id,
    name: primaryName.name,
    address: checksumAddress(primaryName.address),
    nameHash: primaryName.node,
    chainId: primaryName.chainId,
  }
}

export const primaryNameAnswer = answer(wirePrimaryName, serializePrimaryName)
