import type { Address, Hex } from 'viem'
import { z } from 'zod'
import { fromHex, isHexBytes, toHex } from '../../crypto/hex.ts'
import { signingSchemes, type UnsignedResponse } from '../../gateway/digest.ts'
import { maxTreeLeaves } from '../../gateway/merkle-tree.ts'
import type { SignedFields } from '../signer.ts'

/** HTTP over a Unix socket: `GET /signers` lists the keys, `POST /sign` makes one signature. */
export const paths = { signers: '/signers', sign: '/sign' } as const

/** Fits a full batch of the signing queue as hex. */
export const maxBodyBytes = 4_194_304

const hex = z.custom<Hex>((text) => typeof text === 'string' && isHexBytes(text), 'is not hex')
const address = z.custom<Address>((text) => typeof text === 'string' && /^0x[0-9a-fA-F]{40}$/.test(text))

const signRequestSchema = z.strictObject({
  signer: address,
  scheme: z.enum(signingSchemes),
  chainId: z.int().positive(),
  resolver: address,
  responses: z
    .array(
      z.strictObject({
        expires: z
          .int()
          .min(0)
          .max(2 ** 48 - 1),
        request: hex,
        result: hex,
      }),
    )
    .min(1)
    .max(maxTreeLeaves),
  seed: hex,
})

export interface SignRequest {
  readonly signer: Address
  readonly fields: SignedFields
}

export const listedSignersSchema = z.array(z.strictObject({ chainId: z.int().positive(), address }))
export const signatureSchema = z.strictObject({ signature: hex })
export const problemSchema = z.strictObject({ error: z.string() })

/** @throws SyntaxError or ZodError */
export function parseSignRequest(body: string): SignRequest {
  const { signer, responses, seed, ...context } = signRequestSchema.parse(JSON.parse(body))
  const decode = ({ expires, request, result }: (typeof responses)[number]): UnsignedResponse => ({
    expires,
    request: fromHex(request),
    result: fromHex(result),
  })
  return { signer, fields: { ...context, responses: responses.map(decode), seed: fromHex(seed) } }
}

export function formatSignRequest({ signer, fields: { responses, seed, ...context } }: SignRequest): string {
  const encode = ({ expires, request, result }: UnsignedResponse) => ({
    expires,
    request: toHex(request),
    result: toHex(result),
  })
  return JSON.stringify({ signer, ...context, responses: responses.map(encode), seed: toHex(seed) })
}
