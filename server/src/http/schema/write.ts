import { z } from 'zod'
import { defaultRecordLimits } from '../../ens/record-changes.ts'
import { signedExample } from './examples.ts'
import {
  chainId,
  coinType,
  domainName,
  fullName,
  label,
  optional,
  optionalWithDefault,
} from './primitives.ts'

/** Texts in a request. An entry whose value is null is ignored. */
export const textEntries = z
  .array(
    z.object({
      key: z
        .string()
        .meta({ description: 'Key (ENSIP-5, ENSIP-18).', maxLength: defaultRecordLimits.textKey }),
      value: z
        .string()
        .nullable()
        .meta({ description: 'Value; empty deletes the text.', maxLength: defaultRecordLimits.textValue }),
    }),
  )
  .transform((entries) => entries.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }])))

/** Records in a request. An empty value deletes on update; an absent list stays unchanged. */
const recordInput = {
  text: optional(textEntries).meta({
    description:
      'An empty value deletes the text; an entry whose value is null is ignored. A key has at most 256 bytes in UTF-8, a ' +
      'value 16,384, and all records of a name 65,536 together; a name has at most 256 texts and 256 addresses.',
    example: [{ key: 'url', value: 'https://example.com' }],
  }),
  addresses: optional(
    z.array(
      z.object({
        coinType,
        address: optional(z.string()).meta({
          description: 'In the text form of its coin; empty deletes it.',
        }),
      }),
    ),
  ).meta({
    description:
      'An empty address deletes that of the coin type; an entry whose address is null or absent is ignored. Coin ' +
      'type 60 cannot be deleted: its zero address means that it is not set.',
    example: [{ coinType: 60, address: signedExample.address }],
  }),
  contentHash: optional(z.string()).meta({
    description:
      'URI form, such as ipfs://bafy… or ipns://k51…; an empty one deletes it, null changes nothing.',
    example: 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4',
  }),
}

/** A signature that is too long for a header. */
export const signature = optional(z.string()).meta({
  description: 'Replaces the header x-signature, for a signature that is too long for it.',
  example: signedExample.signature,
})

const signedRecords = { ...recordInput, signature }

/** A subname by its label, domain and chain. */
export const subnameKey = { username: label, ensDomain: domainName, chainId }

export const subnameKeyInput = z.object(subnameKey)
export const signedSubnameKeyInput = z.object({ ...subnameKey, signature })

/** A label and the address that it is reserved for. */
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

const replace = optionalWithDefault(z.boolean(), false).meta({
  description: 'Replace every list that is supplied, instead of merging into it.',
})

export const updateInput = z.object({ ...signedRecords, replace })

interface WireRecords {
  readonly text?: readonly { key: string; value: string }[] | undefined
  readonly addresses?: readonly { coinType: number; address?: string | undefined }[] | undefined
  readonly contentHash?: string | undefined
}

/** Renames the wire's record fields to the glossary's. */
export function fromWireRecords({ text, addresses, contentHash }: WireRecords) {
  return {
    texts: text,
    addresses,
    contenthash: contentHash,
  }
}

/** The full name of `username` and `ensDomain`. */
export function toFullName({ username, ensDomain }: { username: string; ensDomain: string }) {
  return `${username}.${ensDomain}`
}

/** A subname in the path, and its chain in the query: the form of v2. */
export const subnameParams = {
  params: z.object({ subname: fullName }),
  query: z.object({ chainId }),
} as const

/** The same in the body, beside `fields`: the form of v1. */
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

/** The input of `reserveSubname`. */
export function toReservation(body: z.output<typeof reserveInput>) {
  return {
    chainId: body.chainId,
    domain: body.ensDomain,
    label: body.username,
    address: body.ethAddress,
  }
}

/** The input of `addSubname`. */
export function toNewSubname(body: z.output<typeof addInput>) {
  return {
    chainId: body.chainId,
    domain: body.ensDomain,
    label: body.username,
    records: fromWireRecords(body),
    overrideSignature: body.overrideSignatureCheck,
  }
}
