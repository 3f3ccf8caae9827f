import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { listAllowedAddresses } from '../../../src/store/entities/allowed-addresses.ts'
import {
  selectClaims,
  selectClaimsOfWallet,
  selectDecidedClaims,
} from '../../../src/store/entities/claims.ts'
import { selectInvitationLinks } from '../../../src/store/entities/invitation-links.ts'
import { selectDeliveries } from '../../../src/store/entities/webhook-deliveries.ts'
import { selectNamesByLabel } from '../../../src/store/listing/by-label.ts'
import { findEventRange } from '../../../src/store/listing/event-times.ts'
import { type EventFilter, type EventOrder, pageOfEvents } from '../../../src/store/listing/events.ts'
import { ranks } from '../../../src/store/listing/labels.ts'
import { readNamePage } from '../../../src/store/listing/names.ts'
import { searchSeveralDomains } from '../../../src/store/listing/several-domains.ts'
import { countSubnames, selectSubnamesInOrder } from '../../../src/store/listing/subnames.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import type { Queryable } from '../../../src/store/tables.ts'
import { onboardDomain } from '../../support/databases/entities.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { planOf, type Statement, watchStatements } from '../../support/databases/watch-statements.ts'
import { storedDomain } from '../subnames/compare.ts'
import { addEvents, addNames, address, events, fill, keyId, minuteMs, names } from './large-tables.ts'

type Read = (db: Queryable) => Promise<unknown>

describeOnEachDatabase('pages of large tables', (databases) => {
  let opened: { readonly store: Store; readonly large: Domain; readonly small: Domain } | undefined
  const current = () => {
    if (!opened) throw new Error('It is opened in beforeAll.')
    return opened
  }

  beforeAll(async () => {
    const store = await openStore({ url: await databases.createMigrated() })
    const [one, other] = [await onboardDomain(store), await onboardDomain(store)]
    const [large, small] = [await storedDomain(store, one.domain), await storedDomain(store, other.domain)]
    await fill(store, large, small)
    opened = {
      store,
      large: await storedDomain(store, large),
      small: await storedDomain(store, small),
    }
  })
  afterAll(() => opened?.store.close())

  const run = (title: string) =>
    it(`rule: each page reads what it needs, not the table: ${title}`, async () => {
      const { store, large, small } = current()
      const tooMuch: string[] = []
      for (const [name, read] of pages(large, small)) {
        const { watched, statements } = watchStatements(store)
        await read(watched)
        if (store.dialect === 'postgres') {
          const most = name.includes('of an actor') ? maxScannedBlocks : maxBlocks
          const blocks = await blocksOfEach(store, statements)
          if (blocks > most) tooMuch.push(`${name}: ${blocks} blocks`)
        } else
          for (const statement of statements)
            if (scansTable(await planOf(store, statement), statement.sql))
              tooMuch.push(`${name}: ${statement.sql}`)
      }
      expect(tooMuch).toEqual([])
    })

  run('without statistics')

  describe('with statistics', () => {
    beforeAll(() => sql`analyze`.execute(current().store.db))
    run('as they are')
  })

  describe('with statistics of before', () => {
    beforeAll(async () => {
      const { store, large, small } = current()
      // A tenth, which no analysis follows by itself: all that the statistics say is of the large domain.
      await addNames(store, small, { from: names + 1, to: names + 4000 })
      await addEvents(store, small, { from: events + 1, to: events + 9000 })
      opened = { store, large, small: await storedDomain(store, small) }
    })
    run('of another distribution')
  })

  const filters: readonly (readonly [string, (large: Domain, small: Domain) => EventFilter])[] = [
    ['all', () => ({})],
    ['a rare type', () => ({ types: ['domain.moved'] })],
    ['a type that none has', () => ({ types: ['payment.settled'] })],
    [
      'two rare types of a workspace',
      ({ workspaceId }) => ({ workspaceId, types: ['domain.moved', 'key.created'] }),
    ],
    [
      'a rare type of the other workspace',
      (_, { workspaceId }) => ({ workspaceId, types: ['domain.moved'] }),
    ],
    [
      'a frequent type that a domain does not have',
      ({ id }) => ({ domainIds: [id], types: ['subname.reserved'] }),
    ],
    [
      'a rare and a frequent type',
      () => ({ types: ['domain.moved', 'subname.reserved'], until: events - 100 }),
    ],
    [
      'two domains',
      ({ id, workspaceId }, other) => ({ workspaceId, domainIds: [id, other.id], until: 60_000 }),
    ],
    ['a name', () => ({ name: { chainId: 1, name: 'name-7' }, since: 30_000 * minuteMs })],
    ['a time', ({ id }) => ({ domainIds: [id], since: 30_000 * minuteMs, before: 30_500 * minuteMs })],
    ['from a time on', () => ({ since: (events - 90) * minuteMs })],
    ['before the first event', () => ({ before: minuteMs })],
    ['until a time to come', ({ workspaceId }) => ({ workspaceId, before: 2 * events * minuteMs })],
    ['members', () => ({ actor: { type: 'member' } })],
    ['a wallet', ({ id }) => ({ domainIds: [id], actor: { address } })],
    ['a key', () => ({ actor: { keyId } })],
    [
      'a type by an actor in a time',
      () => ({
        types: ['subname.changed'],
        actor: { address },
        since: 100 * minuteMs,
        before: 80_000 * minuteMs,
      }),
    ],
  ]

  it.each(filters)(
    'rule: pages of events have each event that matches once, in order: %s',
    async (_, filterOf) => {
      const { store, large, small } = current()
      const selected = filterOf(large, small)
      const filter = { ...(await findEventRange(store.db, selected)), ...selected }
      const matching = await matchingSequences(store, selected)
      for (const order of ['oldest', 'newest'] as const) {
        const expected = order === 'oldest' ? matching : matching.toReversed()
        const read: number[] = []
        let after = order === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER
        for (let page = 0, hasMore = true; hasMore; page += 1) {
          // Long lists are read at their ends.
          if (page > 10) break
          const found = await pageOfEvents(store.db, { filter, after, limit: 700, order })
          read.push(...found.events.map(({ sequence }) => sequence))
          after = found.end
          hasMore = found.hasMore
        }
        expect(read).toEqual(expected.slice(0, Math.max(read.length, Math.min(expected.length, 7000))))
      }
    },
  )
})

/** A table of names has more, and so have the entries of an index of the large domain. */
const maxBlocks = 450

/** Of 20,000 events, the most that a page reads for those that match, twice: half of the log. */
const maxScannedBlocks = 1050

/** A scan of a table, or of its keys for what an index of its own has. */
function scansTable(plan: string, text: string): boolean {
  const scan =
    /SCAN (subnames|subname_addresses|event_log|claims|allowed_addresses|invitation_links|webhook_deliveries)(?! USING)/
  const isIndexed = /\b(workspace_id|domain_id|type) = /.test(text)
  return scan.test(plan) || (isIndexed && /event_log USING INTEGER PRIMARY KEY/.test(plan))
}

function pages(large: Domain, small: Domain): readonly (readonly [string, Read])[] {
  const first = { direction: 'desc', offset: 0, limit: 20 } as const
  const listed = [
    ['all', { chainId: 1, domains: [large] }],
    ['claimed', { chainId: 1, domains: [large], isClaimed: true }],
    ['of the small domain', { chainId: 1, domains: [small] }],
    ['with a coin', { chainId: 1, domains: [large], coin: { coinType: 60 } }],
    ['with a coin that none has', { chainId: 1, domains: [large], coin: { coinType: 501 } }],
    ['at an address', { chainId: 1, coin: { coinType: 60, address } }],
    ['at an address, in the small domain', { chainId: 1, domains: [small], coin: { coinType: 60, address } }],
  ] as const
  const orders = ['oldest', 'newest', 'label'] as const
  const eventFilters: readonly (readonly [string, EventFilter])[] = [
    ['all', {}],
    ['of a workspace', { workspaceId: large.workspaceId }],
    ['of the other workspace', { workspaceId: small.workspaceId }],
    ['of a domain', { domainIds: [large.id] }],
    ['of two domains', { domainIds: [large.id, small.id] }],
    ['of a rare type', { types: ['domain.moved'] }],
    ['of a rare type and a workspace', { types: ['domain.moved'], workspaceId: large.workspaceId }],
    ['of types that none has', { types: ['payment.settled', 'webhook.deleted'] }],
    ['of a frequent type', { types: ['subname.issued'], workspaceId: large.workspaceId }],
    ['of an actor', { actor: { keyId }, workspaceId: large.workspaceId }],
    ['of an actor that has none', { actor: { address: '0x00' }, workspaceId: large.workspaceId }],
    ['of a time', { since: 45_000 * minuteMs, before: 45_100 * minuteMs }],
    [
      'of a time and an actor',
      { since: 45_000 * minuteMs, workspaceId: large.workspaceId, actor: { address } },
    ],
  ]
  return [
    ...listed.flatMap(([name, filter]) =>
      (['createdAt', 'subnameCount'] as const).map((orderBy): readonly [string, Read] => [
        `v2 ${name} by ${orderBy}`,
        // At an address, the order by count sorts its names.
        (db) =>
          selectSubnamesInOrder(db, filter, {
            ...first,
            orderBy: 'domains' in filter ? orderBy : 'createdAt',
          }),
      ]),
    ),
    [
      'count at an address',
      (db) => countSubnames(db, { chainId: 1, domains: [large], coin: { coinType: 60, address } }),
    ],
    ...orders.flatMap((order) =>
      [true, false, undefined].flatMap((isClaimed) =>
        [large, small].map((domain): readonly [string, Read] => [
          `names ${domain === large ? 'large' : 'small'} ${order} ${isClaimed}`,
          (db) => readNamePage(db, { domain, order, isClaimed }, { after: undefined, limit: 20 }),
        ]),
      ),
    ),
    ...orders.map((order): readonly [string, Read] => [
      `names behind a position ${order}`,
      (db) =>
        readNamePage(
          db,
          { domain: large, order, isClaimed: true },
          { after: { rank: 0, sortKey: order === 'label' ? 'name-3' : names / 2 }, limit: 20 },
        ),
    ]),
    ...[
      ['a rare text', 'quokka'],
      ['a frequent text', 'community'],
      ['a text that none has', 'lighthouse'],
      ['frequent parts of which no text is made', 'ber ember o'],
    ].flatMap(([kind, words = '']) =>
      [large, small].flatMap((domain): readonly (readonly [string, Read])[] => [
        [
          `${kind} in the names of ${domain === large ? 'large' : 'small'}`,
          (db) => readNamePage(db, { domain, words, order: 'oldest' }, { after: undefined, limit: 20 }),
        ],
        [
          `${kind} in the domain ${domain === large ? 'large' : 'small'} with others`,
          (db) => searchSeveralDomains(db, { domains: [{ ...domain, subnameCount: names }], words }, 20),
        ],
      ]),
    ),
    [
      'a frequent text behind a position',
      (db) => {
        const after = { rank: ranks.text, sortKey: names / 2 }
        return readNamePage(db, { domain: large, words: 'community', order: 'oldest' }, { after, limit: 20 })
      },
    ],
    ...[1, 2].map((tag): readonly [string, Read] => [
      `names with ${tag === 1 ? 'a frequent' : 'a rare'} tag`,
      (db) =>
        readNamePage(db, { domain: large, tagged: [tag], order: 'oldest' }, { after: undefined, limit: 20 }),
    ]),
    [
      'names by label and number',
      (db) => selectNamesByLabel(db, { domains: [large], keys: undefined }, { offset: 0, limit: 20 }),
    ],
    [
      'names with a beginning, by number',
      (db) => {
        const label = { is: 'beginning', text: 'name-3' } as const
        return selectNamesByLabel(db, { domains: [large], label, keys: undefined }, { offset: 0, limit: 20 })
      },
    ],
    [
      'names at an address, by label',
      (db) => selectNamesByLabel(db, { domains: [large], addresses: [address], keys: undefined }, first),
    ],
    ...eventFilters.flatMap(([name, filter]) =>
      (['oldest', 'newest'] as const satisfies readonly EventOrder[]).flatMap((order) =>
        [0, events / 2].map((position): readonly [string, Read] => [
          `events ${name} ${order} ${position}`,
          async (db) => {
            const after = position || (order === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER)
            const within = { ...filter, ...(await findEventRange(db, filter)) }
            return pageOfEvents(db, { filter: within, after, limit: 100, order })
          },
        ]),
      ),
    ),
    ...[large, small].flatMap((domain): readonly (readonly [string, Read])[] => [
      ['claims', (db) => selectClaims(db, domain, { state: 'declined', limit: 20 })],
      [
        'claims behind a position',
        (db) => selectClaims(db, domain, { state: 'declined', after: 10_000, limit: 20 }),
      ],
      ['decided claims', (db) => selectDecidedClaims(db, domain, { limit: 20 })],
      [
        'decided claims behind a position',
        (db) => selectDecidedClaims(db, domain, { after: { decidedAt: 10_000, key: 10_000 }, limit: 20 }),
      ],
      ['links', (db) => selectInvitationLinks(db, domain, { isOpen: undefined, now: 1, limit: 20 })],
      [
        'open links',
        (db) => selectInvitationLinks(db, domain, { isOpen: true, now: 1, after: 10_000, limit: 20 }),
      ],
      ['allow-list', (db) => listAllowedAddresses(db, domain, { after: undefined, limit: 100 })],
    ]),
    ['claims of a wallet', (db) => selectClaimsOfWallet(db, { claimant: '0x', limit: 20 })],
    [
      'claims of a wallet behind a position',
      (db) => selectClaimsOfWallet(db, { claimant: '0x', after: 10_000, limit: 20 }),
    ],
    ['deliveries', (db) => selectDeliveries(db, { webhookKey: 1, limit: 20 })],
    [
      'delivered',
      (db) => selectDeliveries(db, { webhookKey: 1, state: 'delivered', before: 10_000, limit: 20 }),
    ],
  ]
}

async function blocksOfEach(store: Store, statements: readonly Statement[]): Promise<number> {
  let blocks = 0
  for (const statement of statements) blocks += await blocksOf(store, statement)
  return blocks
}

/** A session that runs a function for the first time reads 350 blocks of the catalog: it has run the statement before. */
async function blocksOf(store: Store, statement: Statement): Promise<number> {
  const plan = await store.transaction(async (db) => {
    const measure = () =>
      planOf(
        { db, dialect: store.dialect },
        statement,
        'explain (analyze, buffers, timing off, summary off) ',
      )
    await measure()
    return measure()
  })
  // The first line about buffers is of the whole statement.
  const [, hit = '0'] = /Buffers: shared hit=(\d+)/.exec(plan) ?? []
  const [, read = '0'] = /Buffers: shared (?:hit=\d+ )?read=(\d+)/.exec(plan) ?? []
  return Number(hit) + Number(read)
}

async function matchingSequences({ db }: Store, filter: EventFilter): Promise<readonly number[]> {
  const { types, workspaceId, domainIds, name, until, since, before, actor } = filter
  const bytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
  const rows = await db
    .selectFrom('eventLog')
    .select('sequence')
    .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
    .$if(workspaceId !== undefined, (query) => query.where('workspaceId', '=', bytes(workspaceId ?? '')))
    .$if(domainIds !== undefined, (query) => query.where('domainId', 'in', domainIds?.map(bytes) ?? []))
    .$if(name !== undefined, (query) => query.where('name', '=', name?.name ?? '').where('chainId', '=', 1))
    .$if(until !== undefined, (query) => query.where('sequence', '<=', until ?? 0))
    .$if(since !== undefined, (query) => query.where('createdAt', '>=', since ?? 0))
    .$if(before !== undefined, (query) => query.where('createdAt', '<', before ?? 0))
    .$if(actor !== undefined, (query) => query.where('actor', 'like', `%${Object.values(actor ?? {})[0]}%`))
    .orderBy('sequence')
    .execute()
  return rows.map(({ sequence }) => sequence)
}
