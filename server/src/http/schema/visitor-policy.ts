import { z } from 'zod'
import type { VisitorPolicy } from '../../core/policies/visitor-policy.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { tokenStandards } from '../../model/policy.ts'
import { toIsoTime } from './iso-time.ts'
import { wireChainId } from './primitives.ts'

const exampleTime = '2030-01-01T00:00:00.000Z'

export const visitorPolicy = z
  .object({
    state: z.enum(['closed', 'not-open-yet', 'open', 'over']).meta({
      description: 'Whether names can be claimed at the moment.',
      example: 'open',
    }),
    opensAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Claims begin; null: at any time.', example: exampleTime }),
    closesAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Claims end; null: never.', example: exampleTime }),
    minLength: z.number().int().meta({ description: 'Characters of a label, at least.', example: 3 }),
    maxLength: z.number().int().meta({ description: 'Characters of a label, at most.', example: 63 }),
    characters: z.enum(['letters-and-digits', 'any']).meta({
      description: 'a to z, 0 to 9 and hyphens between them, or all that ENSIP-15 allows.',
      example: 'any',
    }),
    namesPerWallet: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Names that one address may have; null: unlimited.', example: 1 }),
    isAllowListed: z
      .boolean()
      .meta({ description: 'Whether only addresses of a list may claim.', example: false }),
    tokenGate: z
      .object({
        chainId: wireChainId,
        standard: z.enum(tokenStandards).meta({ description: 'Of the token.', example: 'ERC-721' }),
        contract: z.string().meta({
          description: 'Address of the token, EIP-55.',
          example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        }),
        tokenId: z
          .string()
          .nullable()
          .meta({ description: 'Of an ERC-1155 token; null for others.', example: null }),
        minimum: z
          .string()
          .meta({ description: 'Base units or tokens that a claimant must have.', example: '1' }),
        isOncePerToken: z.boolean().meta({
          description: 'Whether each token is good for one name, so that a claim names its id (`tokenId`).',
          example: false,
        }),
      })
      .nullable()
      .meta({ description: 'A token that claimants must have; null: none.' }),
    needsApproval: z
      .boolean()
      .meta({ description: "Whether a claim waits for the owner's approval.", example: false }),
  })
  .meta({ id: 'VisitorPolicy', description: 'Who may claim which names of a domain, and when.' })

export function serializeVisitorPolicy({
  opensAt,
  closesAt,
  tokenGate,
  ...policy
}: VisitorPolicy): z.output<typeof visitorPolicy> {
  return {
    ...policy,
    opensAt: toIsoTime(opensAt),
    closesAt: toIsoTime(closesAt),
    tokenGate: tokenGate && { ...tokenGate, contract: checksumAddress(tokenGate.contract) },
  }
}
