import { z } from 'zod'
import { chainIds } from '../ens/chains.ts'
import { coinTypeProblem } from '../ens/coin-type-input.ts'
import { defaultRecordLimits } from '../ens/record-limits.ts'

/** Fields of the inputs of several tools. The service checks them again; these bounds keep calls small. */

export const chainId = z
  .literal([...chainIds])
  .default(1)
  .meta({ description: 'Chain of the domain: 1 is Ethereum mainnet, 11155111 is Sepolia.' })

export const name = z.string().min(1).max(1000).meta({ description: 'A full name, such as alice.demo.eth.' })

export const domain = z
  .string()
  .min(1)
  .max(1000)
  .meta({ description: 'A domain of this service, such as demo.eth.' })

export const label = z
  .string()
  .min(1)
  .max(255)
  .meta({ description: 'The part before the domain: alice of alice.demo.eth.' })

export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'is not an address: 0x and 40 hex digits')

export const cursor = z
  .string()
  .max(1000)
  .optional()
  .meta({ description: '`next` of the page before; absent: the first page.' })

export function limit(max: number, fallback: number) {
  return z
    .number()
    .int()
    .min(1)
    .max(max)
    .default(fallback)
    .meta({ description: `Entries of a page, at most ${max}.` })
}

export const next = z
  .string()
  .nullable()
  .meta({ description: '`cursor` of the next page; null on the last.' })

const texts = z
  .array(
    z.object({
      key: z.string().min(1).max(defaultRecordLimits.textKey),
      value: z.string().max(defaultRecordLimits.textValue),
    }),
  )
  .max(defaultRecordLimits.perKind)
  .optional()
  .meta({
    description:
      'Text records: avatar, description, url, com.github … Agents have `agent-context` (what the agent is), ' +
      '`agent-endpoint[mcp]`, `agent-endpoint[a2a]` and `agent-endpoint[web]` with a URL (ENSIP-26), and ' +
      '`agent-registration[<registry as ERC-7930 hex>][<agent id>]` with the value 1 (ENSIP-25).',
  })

/** Numbers that are known to mean another coin type are refused with the one that is meant. */
export const coinType = z
  .number({ error: ({ input }) => coinTypeIssue(input) })
  .int({ error: ({ input }) => coinTypeIssue(input) })
  .min(0, { error: ({ input }) => coinTypeIssue(input) })
  .max(0xffffffff, { error: ({ input }) => coinTypeIssue(input) })
  .refine((number) => coinTypeProblem(number) === undefined, { error: ({ input }) => coinTypeIssue(input) })

function coinTypeIssue(input: unknown): string {
  return coinTypeProblem(input) ?? 'is not a coin type'
}

const addresses = z
  .array(z.object({ coinType, address: z.string().max(500) }))
  .max(256)
  .optional()
  .meta({
    description:
      'Addresses on other chains by coin type: 0 is Bitcoin, 0x80000000 plus the chain id an EVM chain, such as 2147492101 for Base.',
  })

const contentHash = z.string().max(1000).optional().meta({ description: 'A website, such as ipfs://bafy….' })

export const records = { texts, addresses, contentHash } as const

export const owner = address.meta({
  description: 'The wallet that will hold the name. It is also its Ethereum address (coin type 60).',
})

export const dryRun = z.boolean().default(false).meta({
  description: 'Make every check of the service in its transaction, but write nothing.',
})

export const idempotencyKey = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'is not 1 to 200 visible ASCII characters without " and \\')
  .optional()
  .meta({
    description:
      'Any unique text, such as a UUID. A repeated call with the same key and arguments writes once and has the same result.',
  })

export const confirm = z
  .boolean()
  .optional()
  .meta({
    description:
      'Only where the client cannot ask the user itself: true after the user has agreed to exactly this call. A client that can ' +
      'ask does so in any case.',
  })

export const overrideFormer = z
  .boolean()
  .default(false)
  .meta({
    description:
      'Take a name although the former gateway of the domain holds it, or does not answer: its holder there loses it. Only if the ' +
      'owner of the domain has said so of these names; the user is asked.',
  })

/** Appended to a question. */
export function overrideWarning(overridesFormer: boolean): string {
  return overridesFormer
    ? ' A name that the former gateway of the domain holds is taken from its holder there.'
    : ''
}

export const event = z.object({ cursor: z.string(), type: z.string(), time: z.string() }).nullable().meta({
  description: 'Place of the change in the log of events; null after a dry run, and where it is not known.',
})
