import { z } from 'zod'
import { signedExample } from './examples.ts'
import { chainId, domainName, fullName, label, optional, optionalWithDefault } from './primitives.ts'
import { fromWireRecords, recordInput } from './records.ts'

/** For a signature too long for a header. */
export const signature = optional(z.string()).meta({
  description: 'Replaces the header x-signature, for a signature that is too long for it.',
  example: signedExample.signature,
})

const signedRecords = { ...recordInput, signature }

export const subnameKey = { username: label, ensDomain: domainName, chainId }

/** Of removals: they store nothing, so members that they do not know, such as the records of the name, lose nothing. */
export const subnameKeyInput = z.looseObject(subnameKey)
export const signedSubnameKeyInput = z.looseObject({ ...subnameKey, signature })

export const reserveInput = z.object({
  ...subnameKey,
  ethAddress: z.string().max(100).meta({
    description: 'The address that may accept it.',
    example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  }),
})

export const acceptInput = z.object(signedRecords)
export const signatureInput = z.object({ signature }).nullish()

export const addInput = z.object({
  ...subnameKey,
  ...signedRecords,
  overrideSignatureCheck: optionalWithDefault(z.boolean(), false).meta({
    description: 'Issue with the API key alone, without a signature by the future holder.',
  }),
})

export const replace = optionalWithDefault(z.boolean(), false).meta({
  description: 'Replace every list that is supplied, instead of merging into it.',
})

export const updateInput = z.object({ ...signedRecords, replace })

export function toFullName({ username, ensDomain }: { username: string; ensDomain: string }) {
  return `${username}.${ensDomain}`
}

/** In v2: the name in the path, the chain in the query. */
export const subnameParams = {
  params: z.object({ subname: fullName }),
  query: z.object({ chainId }),
} as const

/** In v1: in the body, beside `fields`. */
export function subnameInBody<Fields extends z.ZodObject>(fields: Fields) {
  return {
    body: z.object({ ...subnameKey, ...fields.shape }),
    read: (body: z.output<typeof subnameKeyInput> & z.output<Fields>) => ({
      params: { subname: toFullName(body) },
      query: { chainId: body.chainId },
      body,
    }),
  }
}

export function toReservation(body: z.output<typeof reserveInput>) {
  return {
    chainId: body.chainId,
    domain: body.ensDomain,
    label: body.username,
    address: body.ethAddress,
  }
}

export function toNewSubname(body: z.output<typeof addInput>) {
  return {
    chainId: body.chainId,
    domain: body.ensDomain,
    label: body.username,
    records: fromWireRecords(body),
    overrideSignature: body.overrideSignatureCheck,
  }
}
