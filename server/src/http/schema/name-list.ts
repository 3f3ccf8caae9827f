import { z } from 'zod'
import type { SubnamesAfter } from '../../core/subnames/list-after.ts'
import { answer } from './answer.ts'
import { listQuery, listShape, serializeList } from './list.ts'
import { coinType, searchText } from './listing.ts'
import { chainId, queryBoolean } from './primitives.ts'
import { subnameWithHolderAnswer } from './record.ts'

/** `isClaimed` by `state`. */
const claimStates = { all: undefined, claimed: true, reserved: false } as const

/** `address:<coin type>`, `text:<key>` or `contenthash`. */
const recordFilter = z
  .string()
  .max(1000)
  .transform((text, { addIssue }) => {
    const [, kind, value = ''] = /^(\w+)(?::(.+))?$/s.exec(text) ?? []
    if (kind === 'contenthash' && value === '') return { kind } as const
    if (kind === 'text' && value !== '') return { kind, key: value } as const
    const coin = kind === 'address' ? coinType.safeParse(value) : undefined
    if (coin?.success) return { kind: 'address', coinType: coin.data } as const
    addIssue('is not address:<coin type>, text:<key> or contenthash')
    return z.NEVER
  })

export const nameListQuery = z.object({
  chainId,
  ...listQuery,
  search: searchText.optional().meta({
    description:
      'Part of a label, in any spelling; of less than three characters: its beginning. Text behind a dot is the beginning of ' +
      'the domain. The label itself comes first, then labels that begin with the text by label, ' +
      'then those that contain it elsewhere, newest first.',
    example: 'ali',
  }),
  state: z
    .enum(['all', 'claimed', 'reserved'])
    .prefault('all')
    .transform((value) => claimStates[value])
    .meta({ description: 'Claimed names, reservations, or both.' }),
  has: recordFilter.optional().meta({
    description:
      'Only names that have such a record: `address:` and a coin type, `text:` and a key, or `contenthash`.',
    example: 'address:60',
  }),
  order: z.enum(['oldest', 'newest', 'label']).optional().meta({
    description:
      'Oldest first (the default), newest first or by label, in the order of its bytes in UTF-8. Not with `search`.',
    example: 'newest',
  }),
  count: queryBoolean.prefault(false).meta({
    description:
      'Whether to count the names that `search` and `has` match, which may take longer than a page.',
  }),
})

const { data: name, serialize: serializeName } = subnameWithHolderAnswer

export const nameListAnswer = answer(
  listShape(
    name,
    'There may be fewer than `limit`, or none, before the last page: a page has at most 4 MiB of records, and looks through a ' +
      'bounded number of names for those that match.',
  ).extend({
    total: z
      .object({
        count: z
          .number()
          .int()
          .meta({ description: 'The number of names, at most 10,000 of a filter.', example: 41 }),
        isExact: z.boolean().meta({ description: 'False if there may be more than `count`.', example: true }),
      })
      .nullable()
      .meta({
        description:
          'Names on all pages. With `search` or `has` null unless `count` is true, and always null for `has=text:…`.',
      }),
  }),
  ({ total, ...page }: SubnamesAfter) => ({ ...serializeList(page, serializeName), total: total ?? null }),
)
