import type { Hex } from 'viem'
import { z } from 'zod'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { formatAddress, maxAddressCharacters } from '../../ens/address.ts'
import { coinName } from '../../ens/coin-names.ts'
import { formatContenthash, maxUriCharacters } from '../../ens/contenthash.ts'
import { type EnsName, joinName, type Label } from '../../ens/names.ts'
import { defaultRecordLimits, maxRecordsInRequest } from '../../ens/record-limits.ts'
import type { RecordInput } from '../../ens/records.ts'
import type { Records } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import {
  chainId,
  coinType,
  domainName,
  exampleResolverAddress,
  existingLabel,
  fullName,
  label,
  optional,
  optionalWithDefault,
  signedExample,
} from './primitives.ts'

/** A signature of a wallet that is not deployed has the code that deploys it (ERC-6492). */
export const maxSignatureLength = 262_144

export const signatureText = z.string().max(maxSignatureLength)

/** Bounds that the core checks, for each name of a request by itself. */
export const addressText = z.string().meta({ maxLength: maxAddressCharacters })
export const contentHashText = z.string().meta({ maxLength: maxUriCharacters })

/** An entry whose value is null is ignored. */
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
  .meta({ maxItems: maxRecordsInRequest })
  .transform((entries) => entries.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }])))

/** An empty value deletes on update; an absent list stays unchanged. */
export const recordInput = {
  texts: optional(textEntries).meta({
    description: 'The same as `text`, by the word of responses; not both.',
    example: [{ key: 'url', value: 'https://example.com' }],
  }),
  text: optional(textEntries).meta({
    description:
      'An empty value deletes the text; an entry whose value is null is ignored. A key has at most 256 bytes in UTF-8, a ' +
      'value 16,384, and all records of a name 65,536 together; a name has at most 256 texts and 256 addresses.',
    example: [{ key: 'url', value: 'https://example.com' }],
  }),
  addresses: optional(
    z
      .array(
        z.object({
          coinType,
          address: optional(addressText).meta({
            description: 'In the text form of its coin; empty deletes it.',
          }),
        }),
      )
      .meta({ maxItems: maxRecordsInRequest }),
  ).meta({
    description:
      'An empty address deletes that of the coin type; an entry whose address is null or absent is ignored. Coin ' +
      'type 60 cannot be deleted: its zero address means that it is not set.',
    example: [{ coinType: 60, address: signedExample.address }],
  }),
  contentHash: optional(contentHashText).meta({
    description:
      'URI form, such as ipfs://bafy… or ipns://k51…, or the binary form of ENSIP-7 in hex; an empty one deletes it, null changes ' +
      'nothing.',
    example: 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4',
  }),
}

const writtenRecords = z.object(recordInput)

/** @throws AppError for `text` and `texts`. */
export function fromWireRecords({ text, texts, addresses, contentHash }: z.output<typeof writtenRecords>): {
  readonly [Kind in keyof RecordInput]-?: RecordInput[Kind]
} {
  if (text !== undefined && texts !== undefined)
    throw new AppError('BadRequestException', 'text, texts: are the same list. Send one of them.')
  return { texts: text ?? texts, addresses, contenthash: contentHash }
}

const coin = z
  .object({
    id: z.number().int().meta({ description: 'Coin type (SLIP-44, ENSIP-11).', example: 60 }),
    name: z.string().meta({ description: 'Short name of the coin.', example: 'eth' }),
    value: z.string().meta({
      description: 'The address, in the text form of its coin.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
  })
  .meta({ id: 'Coin', description: 'An address record.' })

export const text = z
  .object({
    key: z.string().meta({ description: 'Key (ENSIP-5, ENSIP-18).', example: 'url' }),
    value: z.string().meta({ description: 'Value, never empty.', example: 'https://example.com' }),
  })
  .meta({ id: 'Text', description: 'A text record.' })

export const records = z
  .object({
    resolverAddress: z
      .string()
      .meta({ description: 'Address of the resolver contract, EIP-55.', example: exampleResolverAddress }),
    texts: z
      .array(text)
      .meta({ description: 'Text records, in the order in which they were first written.' }),
    coins: z.array(coin).meta({ description: 'Addresses, in the order in which they were first written.' }),
    addresses: z
      .array(coin)
      .meta({ description: 'The same list as `coins`; clients read one or the other.' }),
    contentHash: z
      .object({
        protocolType: z
          .string()
          .meta({ description: 'ipfs, ipns, swarm, arweave and others.', example: 'ipfs' }),
        decoded: z.string().meta({
          description: 'The content, in the text form of its protocol.',
          example: 'bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4',
        }),
      })
      .nullable()
      .meta({ description: 'Content hash (ENSIP-7); null without one.' }),
  })
  .meta({ id: 'Records', description: 'The records of a name.' })

export function serializeRecords(
  resolver: Hex,
  { texts, addresses, contenthash }: Records,
): z.output<typeof records> {
  const coins = addresses.map(({ coinType, address }) => ({
    id: coinType,
    name: coinName(coinType),
    value: formatAddress(coinType, address),
  }))
  return {
    resolverAddress: checksumAddress(resolver),
    texts: [...texts],
    coins,
    addresses: coins,
    contentHash: contenthash === null ? null : formatContenthash(contenthash),
  }
}

/** Below /byname. */
export const ownAddresses = z.array(
  z.object({
    coinType: z.number().int().meta({ description: 'Coin type (SLIP-44, ENSIP-11).', example: 60 }),
    address: z.string().meta({
      description: 'In the text form of its coin.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
  }),
)

export function serializeAddresses(addresses: Records['addresses']): z.output<typeof ownAddresses> {
  return addresses.map(({ coinType, address }) => ({ coinType, address: formatAddress(coinType, address) }))
}

/** Hex for a protocol that is not known. */
export function contenthashUri(contenthash: Hex): string {
  const content = formatContenthash(contenthash)
  return content ? `${content.protocolType}://${content.decoded}` : contenthash
}

const exampleCoin = { id: 60, name: 'eth', value: signedExample.address }

export const exampleRecords: z.output<typeof records> = {
  resolverAddress: exampleResolverAddress,
  texts: [{ key: 'url', value: 'https://example.com' }],
  coins: [exampleCoin],
  addresses: [exampleCoin],
  contentHash: null,
}

/** For a signature too long for a header. */
export const signature = optional(signatureText).meta({
  description: 'Replaces the header x-signature, for a signature that is too long for it.',
  example: signedExample.signature,
})

const signedRecords = { ...recordInput, signature }

/** Of a name that exists. */
const subnameKey = { username: existingLabel, ensDomain: domainName, chainId }

export const newSubnameKey = { ...subnameKey, username: label }

/** Of removals: they store nothing, so members that they do not know, such as the records of the name, lose nothing. */
export const subnameKeyInput = z.looseObject(subnameKey)
export const signedSubnameKeyInput = z.looseObject({ ...subnameKey, signature })

export const overrideFormer = optionalWithDefault(z.boolean(), false).meta({
  description:
    'Take the name although the former gateway of the domain holds it, or does not answer: its holder there loses it. ' +
    'Otherwise the first is an error, and the second too.',
})

export const reserveInput = z.object({
  ...newSubnameKey,
  ethAddress: z.string().max(100).meta({
    description: 'The address that may accept it.',
    example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  }),
  overrideFormer,
})

export const acceptInput = z.object(signedRecords)
export const signatureInput = z.object({ signature }).nullish()

export const addInput = z.object({
  ...newSubnameKey,
  ...signedRecords,
  overrideSignatureCheck: optionalWithDefault(z.boolean(), false).meta({
    description: 'Issue with the API key alone, without a signature by the future holder.',
  }),
  overrideFormer,
})

export const replace = optionalWithDefault(z.boolean(), false).meta({
  description: 'Replace every list that is supplied, instead of merging into it.',
})

export const updateInput = z.object({ ...signedRecords, replace })

export function toFullName({ username, ensDomain }: { username: Label; ensDomain: EnsName }) {
  return joinName(username, ensDomain)
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
    overridesFormer: body.overrideFormer,
  }
}

export function toNewSubname(body: z.output<typeof addInput>) {
  return {
    chainId: body.chainId,
    domain: body.ensDomain,
    label: body.username,
    records: fromWireRecords(body),
    overrideSignature: body.overrideSignatureCheck,
    overridesFormer: body.overrideFormer,
  }
}
