import { z } from 'zod'

const coin = z
  .object({
    id: z.number().int().meta({ description: 'Coin type (SLIP-44, ENSIP-11).', example: 60 }),
    name: z.string().meta({ description: 'Short name of the coin.', example: 'eth' }),
    value: z.string().meta({ example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
  })
  .meta({ id: 'Coin' })

const text = z.object({ key: z.string(), value: z.string() }).meta({ id: 'Text' })

const records = z
  .object({
    resolverAddress: z.string().meta({ description: 'Address of the resolver contract, EIP-55.' }),
    texts: z.array(text),
    coins: z.array(coin),
    addresses: z
      .array(coin)
      .meta({ description: 'The same list as `coins`; clients read one or the other.' }),
    contentHash: z
      .object({ protocolType: z.string().meta({ example: 'ipfs' }), decoded: z.string() })
      .nullable(),
  })
  .meta({ id: 'Records' })

/** A subname and all that it resolves to. */
export const subnameRecord = z
  .object({
    ens: z.string().meta({ example: 'alice.demo.eth' }),
    isClaimed: z.boolean(),
    claimedAt: z.iso.datetime().nullable(),
    isJAN: z.boolean().meta({ description: "Whether the name's resolver on chain is this service's." }),
    records,
  })
  .meta({ id: 'Subname' })

export type WireRecord = z.output<typeof subnameRecord>

/** The same in the second generation, which also gives the holder. */
export const recordWithHolder = subnameRecord
  .extend({
    holder: z
      .string()
      .nullable()
      .meta({
        description:
          'The address that it belongs to, EIP-55; of a reservation, the address that may accept it. Beside it, the ' +
          'address of coin type 60 may sign for a claimed name. Null for a name without a holder.',
        example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      }),
  })
  .meta({ id: 'HeldSubname' })

export type WireRecordWithHolder = z.output<typeof recordWithHolder>

/** A name as it was read from a chain, which knows nothing of claims. */
export const onchainRecord = subnameRecord
  .omit({ isClaimed: true, claimedAt: true })
  .meta({ id: 'ReadName', description: 'A name without a resolver has the zero address for one.' })

export type WireOnchainRecord = z.output<typeof onchainRecord>

/** Says that a list ends before it is complete; absent otherwise. */
export const isTruncated = z
  .literal(true)
  .optional()
  .meta({
    description:
      'There when entries are left out at the end, because an answer holds at most 4 MiB of records. The first one is ' +
      'always there: ask for less at a time (a smaller `limit` or `take`) to get the others.',
  })

/** One page of a listing. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    pagination: z.object({
      totalCount: z.number().int(),
      page: z.number().int(),
      limit: z.number().int(),
      totalPages: z.number().int(),
      nextPage: z.number().int().nullable(),
      prevPage: z.number().int().nullable(),
      hasNextPage: z.boolean(),
      hasPrevPage: z.boolean(),
      isTruncated,
    }),
  })
}
