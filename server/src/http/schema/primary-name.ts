import { z } from 'zod'
import type { getPrimaryName } from '../../core/primary-names/get.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { answer } from './answer.ts'
import { signedExample } from './examples.ts'
import { wireChainId, wireId } from './primitives.ts'

export const wirePrimaryName = z
  .object({
    id: wireId('Id of the entry, or of the address where the name is on chain.'),
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'alice.demo.eth' }),
    address: z.string().meta({ description: 'In EIP-55.', example: signedExample.address }),
    nameHash: z.string().meta({
      description: 'Node of the name (ENSIP-1).',
      example: '0xee6c4522aab0003e8d14cd40a6af439055fd2577951148c14b6cea9a53475835',
    }),
    chainId: wireChainId,
  })
  .meta({
    id: 'PrimaryName',
    description: 'The name that an address has chosen, at this service or on chain.',
  })

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
