import { z } from 'zod'
import { signedExample } from './examples.ts'
import { chainId, evmAddress, fullName, integer, optionalWithDefault, uuid } from './primitives.ts'

const ttl = optionalWithDefault(integer(1000, Number.MAX_SAFE_INTEGER), 120_000)

export const challengeInput = z.object({
  domain: z.string().min(1).max(255).meta({
    description: 'Host and port of the app that requests the signature.',
    example: 'localhost:3000',
  }),
  address: evmAddress.meta({ description: 'The intended signer.' }),
  origin: z.string().max(2000).meta({
    description: 'URI of the app, with its scheme: http(s), or that of an app outside of browsers.',
    example: 'http://localhost:3000',
  }),
  chainId,
  ttl: ttl.meta({
    description:
      'Milliseconds until the challenge expires: one second to a day, or what the operator allows.',
  }),
})

export const mAppChallengeInput = challengeInput.extend({
  ttl: ttl.meta({ description: 'Milliseconds until the challenge expires: one second to ten minutes.' }),
  subname: fullName,
  mApp: z.string().min(1).max(1000).meta({
    description: 'Name of the mApp.',
    example: 'justverified.eth',
  }),
})

export const onboardingChallengeInput = challengeInput.omit({ chainId: true }).extend({
  ttl: ttl.meta({ description: 'Milliseconds until the challenge expires: one second to ten minutes.' }),
  workspaceId: uuid.meta({ description: 'The workspace into which the domain is onboarded.' }),
})

export const challengeData = z.object({
  challenge: z.string().meta({
    description: 'EIP-4361 text in ASCII, to be signed unchanged (EIP-191).',
    example: signedExample.message,
  }),
})

export const signedMessage = z.object({
  address: z.string().max(100).meta({ description: 'The signer.', example: signedExample.address }),
  signature: z
    .string()
    .meta({ description: 'EIP-191, ERC-1271 or ERC-6492; 0x hex.', example: signedExample.signature }),
  message: z.string().max(10_000).meta({
    description: 'The EIP-4361 text that was signed, with its line feeds.',
    example: signedExample.message,
  }),
})

export const verifiedData = z.object({
  verified: z.boolean().meta({ description: 'Whether the message is signed by the address and valid now.' }),
})
