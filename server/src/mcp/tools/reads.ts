import { z } from 'zod'
import { part } from '../api.ts'
import { ToolError } from '../errors.ts'
import * as fields from '../fields.ts'
import { readsChains, readsHere, tool } from '../tool.ts'
import {
  escapeText,
  recordsOutput,
  toRecords,
  untrusted,
  untrustedSentence,
  wireRecords,
} from '../untrusted.ts'

const ofName = z.object({ name: fields.name, chainId: fields.chainId })

const onchain = z.object({ ens: z.string(), isJAN: z.boolean(), records: wireRecords })

const resolveName = tool({
  name: 'resolve_name',
  title: 'Resolve a name',
  description:
    'Reads a name as wallets do, on chain and through its gateway: its addresses, texts and content hash. Works for any ENS name, if ' +
    `this service resolves names of others. To see what is stored here, use get_name. ${untrustedSentence}`,
  annotations: readsChains,
  input: ofName,
  output: z.object({
    name: z.string(),
    resolver: z
      .string()
      .nullable()
      .meta({ description: 'The resolver contract; null: the name does not exist.' }),
    isServedHere: z.boolean().meta({ description: 'Whether its resolver is one of this service.' }),
    records: recordsOutput,
  }),
  run: async ({ name, chainId }, api) => {
    const own = api.get(`/byname/v1/names/${part(name)}/resolution`, { query: { chainId }, data: onchain })
    const { data } = await own.catch((error: unknown) => {
      const isForeign = error instanceof ToolError && notHere.includes(error.errorName ?? '')
      if (!isForeign || chainId !== 1) throw error
      return api.get('/ens/v2/resolve', { query: { ens: name }, data: onchain })
    })
    const { resolverAddress } = data.records
    return {
      name: escapeText(data.ens, maxNameLength).text,
      resolver: /^0x0+$/.test(resolverAddress) ? null : resolverAddress,
      isServedHere: data.isJAN,
      records: toRecords(data.records),
    }
  },
})

/** Characters of a name that another service may have written. */
const maxNameLength = 300

const notHere: readonly string[] = ['SubnameNotFoundException', 'EnsNotFound']

const reverseResolve = tool({
  name: 'reverse_resolve',
  title: 'Find the name of an address',
  description:
    'Finds the primary name of an address, on chain (ENSIP-19) or as chosen at this service. Only a name that resolves back to the ' +
    'address is returned.',
  annotations: readsChains,
  input: z.object({
    address: fields.address.meta({ description: 'An address of an EVM chain.' }),
    coinType: fields.coinType
      .default(60)
      .meta({ description: '60 is Ethereum; 0x80000000 plus the chain id another EVM chain.' }),
  }),
  output: z.object({
    address: z.string(),
    coinType: z.number(),
    name: z.string().nullable().meta({ description: 'Null without one.' }),
    isOnChain: z.boolean().meta({ description: 'False for a name that was chosen at this service.' }),
  }),
  run: async ({ address, coinType }, api) => {
    const { data } = await api.get('/ens/v2/reverse', {
      query: { address, coinType },
      data: z.object({
        address: z.string(),
        name: z.string().nullable(),
        coinType: z.number(),
        viaUniversalResolver: z.boolean(),
      }),
    })
    const { viaUniversalResolver, name, ...found } = data
    return { ...found, name: name && escapeText(name, maxNameLength).text, isOnChain: viaUniversalResolver }
  },
})

const checkAvailability = tool({
  name: 'check_availability',
  title: 'Check whether a name is free',
  description:
    'Whether a name could be issued now: it is free, and its domain has room and rules that allow it. Suggests others if it is taken or refused for its label.',
  annotations: readsHere,
  input: ofName,
  output: z.object({
    name: z.string(),
    isAvailable: z.boolean(),
    reason: z.string().nullable().meta({ description: 'Why the rules of the domain refuse it.' }),
    state: z.enum(['claimed', 'reserved']).nullable().meta({ description: 'Of a name that is taken.' }),
    suggestions: z.array(z.string()).meta({ description: 'Free names.' }),
  }),
  run: async ({ name, chainId }, api) => {
    const { data } = await api.get('/ens/v1/subname/available', {
      query: { subname: name, chainId, suggestions: 3 },
      data: z.object({
        isAvailable: z.boolean(),
        reason: z.string().optional(),
        state: z.enum(['claimed', 'reserved']).optional(),
        suggestions: z.array(z.string()).optional(),
      }),
    })
    const { isAvailable, reason = null, state = null, suggestions = [] } = data
    return { name: escapeText(name, 300).text, isAvailable, reason, state, suggestions }
  },
})

const stored = z.object({
  ens: z.string(),
  isClaimed: z.boolean(),
  claimedAt: z.string().nullable(),
  holder: z.string().nullable(),
  records: wireRecords,
})

const state = z.enum(['claimed', 'reserved']).meta({ description: 'A reserved name resolves to nothing.' })
const holder = z.string().nullable().meta({ description: 'The wallet that holds it; null without one.' })

const searchNames = tool({
  name: 'search_names',
  title: 'Search the names of a domain',
  description:
    'Lists names of a domain of this service, all or those that match, a page at a time. get_name has the records of one.',
  annotations: readsHere,
  input: z.object({
    domain: fields.domain,
    chainId: fields.chainId,
    search: z.string().min(1).max(255).optional().meta({
      description:
        'Part of a label; of less than three characters, its beginning. Or the address of a holder, or its beginning from 0x and four digits on. Three characters or more also match anywhere in the texts that profiles show, such as description and location.',
    }),
    has: z
      .string()
      .max(300)
      .optional()
      .meta({ description: 'Only names with a record: address:60, text:agent-context, contenthash.' }),
    limit: fields.limit(100, 20),
    cursor: fields.cursor,
  }),
  output: z.object({
    names: z.array(z.object({ name: z.string(), state, holder })),
    next: fields.next,
  }),
  run: async ({ domain, cursor, ...query }, api) => {
    const { data } = await api.get(`/byname/v1/domains/${part(domain)}/names`, {
      query: { ...query, after: cursor },
      data: z.object({
        data: z.array(stored.pick({ ens: true, isClaimed: true, holder: true })),
        next: z.string().nullable(),
      }),
    })
    return {
      names: data.data.map(({ ens, isClaimed, holder }) => ({
        name: ens,
        state: stateOf(isClaimed),
        holder,
      })),
      next: data.next,
    }
  },
})

function stateOf(isClaimed: boolean): 'claimed' | 'reserved' {
  return isClaimed ? 'claimed' : 'reserved'
}

const getName = tool({
  name: 'get_name',
  title: 'Read a name',
  description:
    'Reads a name as this service stores it: holder, state and records. Names that are issued here do not expire, but stop resolving ' +
    `when their domain expires. ${untrustedSentence}`,
  annotations: readsHere,
  input: ofName,
  output: z.object({
    name: z.string(),
    chainId: z.number(),
    domain: z.string(),
    state,
    holder,
    claimedAt: z.string().nullable(),
    etag: z.string().nullable().meta({ description: 'Of this state, for `ifMatch` of update_records.' }),
    records: recordsOutput,
  }),
  run: async ({ name, chainId }, api) => {
    const { data, headers } = await api.get(`/byname/v1/names/${part(name)}`, {
      query: { chainId },
      data: stored.extend({ chainId: z.number(), domain: z.string() }),
    })
    const { ens, isClaimed, records, ...rest } = data
    return {
      ...rest,
      name: ens,
      state: stateOf(isClaimed),
      etag: headers.etag ?? null,
      records: toRecords(records),
    }
  },
})

const change = z.object({
  field: z.string(),
  key: z.union([z.string(), z.number()]).nullable(),
  before: z.unknown(),
  after: z.unknown(),
})

const wireEvent = z.object({
  cursor: z.string(),
  type: z.string(),
  time: z.string(),
  actor: z.object({ type: z.string(), address: z.string().nullable() }),
  changes: z.array(change),
})

const getNameHistory = tool({
  name: 'get_name_history',
  title: 'Read the history of a name',
  description:
    'What happened to a name, the newest first: who changed what and when. Needs an API key of the workspace that owns the domain. ' +
    untrustedSentence,
  scope: 'any',
  annotations: readsHere,
  input: ofName.extend({ limit: fields.limit(25, 10), cursor: fields.cursor }),
  output: z.object({
    events: z.array(
      z.object({
        cursor: z.string(),
        type: z.string(),
        time: z.string(),
        actor: z
          .object({ type: z.string(), address: z.string().nullable() })
          .meta({ description: 'Who caused it: wallet, key, member, administrator or system.' }),
        untrusted,
        changes: z.array(
          z.object({
            field: z.string(),
            key: z.string().nullable().meta({ description: 'Coin type or text key; null for a field.' }),
            before: z.string().nullable(),
            after: z.string().nullable(),
          }),
        ),
        omitted: z.number().int().meta({ description: 'Changes left out because there are too many.' }),
      }),
    ),
    next: fields.next,
  }),
  run: async ({ name, cursor, ...query }, api) => {
    const { data } = await api.get(`/byname/v1/names/${part(name)}/history`, {
      query: { ...query, order: 'newest', after: cursor },
      data: z.object({ data: z.array(wireEvent), next: z.string().nullable() }),
    })
    return { events: data.data.map(toEvent), next: data.next }
  },
})

/** Characters of a value of a change, and changes of an event. */
const maxChangeLength = 300
const maxChanges = 20

function toEvent({ changes, ...event }: z.output<typeof wireEvent>) {
  const show = (value: unknown) => {
    if (value === null || value === undefined) return null
    return escapeText(typeof value === 'string' ? value : JSON.stringify(value), maxChangeLength).text
  }
  return {
    ...event,
    untrusted: true as const,
    changes: changes.slice(0, maxChanges).map(({ field, key, before, after }) => ({
      field,
      key: show(key),
      before: show(before),
      after: show(after),
    })),
    omitted: Math.max(0, changes.length - maxChanges),
  }
}

/** Of names. */
export const readTools = [
  resolveName,
  reverseResolve,
  checkAvailability,
  searchNames,
  getName,
  getNameHistory,
]
