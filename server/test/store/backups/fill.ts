import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { normalizeName, parseLabel } from '../../../src/ens/names.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import type { FormerGateway } from '../../../src/model/former-gateway.ts'
import { defaultPolicySettings } from '../../../src/model/policy.ts'
import type { Subname } from '../../../src/model/subname.ts'
import { allocateRelayerNonce } from '../../../src/payments/store/leases.ts'
import { replaceAllowedAddresses } from '../../../src/store/entities/allowed-addresses.ts'
import { insertApiKey } from '../../../src/store/entities/api-keys.ts'
import { insertChallenge } from '../../../src/store/entities/challenges.ts'
import { insertClaim } from '../../../src/store/entities/claims.ts'
import { consumeMessage } from '../../../src/store/entities/consumed-messages.ts'
import { toEventRows } from '../../../src/store/entities/event-row.ts'
import { saveEventCursor } from '../../../src/store/entities/events.ts'
import { insertInvitationLinks } from '../../../src/store/entities/invitation-links.ts'
import { insertMember, insertOperator } from '../../../src/store/entities/members.ts'
import { replacePolicyLabels, writePolicy } from '../../../src/store/entities/policies.ts'
import { savePrimaryName } from '../../../src/store/entities/primary-names.ts'
import { insertClaimedToken } from '../../../src/store/entities/quotas.ts'
import { insertDelivery } from '../../../src/store/entities/webhook-deliveries.ts'
import { insertWebhook } from '../../../src/store/entities/webhooks.ts'
import type { Store } from '../../../src/store/store.ts'
import { copiedTables } from '../../../src/store/tables.ts'
import {
  insertSubname,
  newApiKey,
  newSubname,
  newWebhook,
  onboardDomain,
  randomHex,
} from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { addPaymentIn } from '../../support/databases/payment-entities.ts'
import { newTestEvent } from '../../support/events/event-log.ts'

/** Values that are hard to copy: characters that separate lines or end texts somewhere, and large numbers. */
const escapingTexts = [
  { key: 'quotes', value: `"'\\ \\u0000 \t` },
  { key: 'lines', value: 'one\ntwo\r\nthree\u2028four\u2029five\u0085six' },
  { key: 'description', value: 'one two\n"three" 東京都' },
  { key: 'signs', value: '👩‍🚀 é é \u{10ffff} \u0000 {} [] null' },
]
const largestCoinType = 2 ** 32 - 1

/** What a store was filled with. */
export interface FilledStore {
  readonly resolverId: string
  readonly domain: Domain
  readonly subnames: readonly Subname[]
}

/** Inserts at least one row into every table, and this many subnames below one domain. */
export async function fill(store: Store, count = 600): Promise<FilledStore> {
  const { workspace, resolver, domain } = await onboardDomain(store)
  const formerGateway: FormerGateway = {
    url: 'https://é.example/{sender}/{data}',
    resolver: randomHex(20),
    signingScheme: 'published',
    signers: [randomHex(20)],
    importOnRead: true,
  }
  await onboardDomain(store, {
    chainId: 11155111,
    formerGateway,
    sharedMaxAge: 60,
    allowedOrigins: ['https://👩‍🚀.example'],
    deletedAt: 7,
  })
  await insertApiKey(store.db, newApiKey(workspace.id, { name: 'line\nline\u2028', domainIds: [domain.id] }))
  const subnames = Array.from({ length: count }, (_, index) => subnameAt(domain, index))
  await insertSubnames(store, subnames)
  await fillOtherTables(store, domain)
  await fillEmptyTables(store, domain)
  return { resolverId: resolver.id, domain, subnames }
}

function subnameAt(domain: Domain, index: number): Subname {
  return newSubname(domain, `member-${index}`, {
    isClaimed: index % 3 > 0,
    claimedAt: index % 3 > 0 ? index : null,
    records: {
      ...emptyRecords,
      texts: escapingTexts.slice(0, index % 4),
      addresses: [60, 0, largestCoinType].map((coinType) => ({ coinType, address: randomHex(20) })),
      contenthash: index % 2 ? randomHex(38) : null,
    },
  })
}

async function fillOtherTables(store: Store, domain: Domain): Promise<void> {
  const { id: domainId, chainId, name, node } = domain
  const changes = escapingTexts.map(({ key, value }) => ({ field: 'texts', key, before: value, after: null }))
  const rows = toEventRows([newTestEvent({ type: 'subname.revoked', chainId, name, domainId, changes })])
  await store.db
    .insertInto('eventLog')
    .values(rows.map((row) => ({ ...row, sequence: 1 })))
    .execute()
  await store.db.insertInto('pendingEvents').values(rows).execute()
  await insertChallenge(store.db, {
    nonce: randomHex(16),
    action: 'append-field',
    chainId,
    subname: name,
    mapp: normalizeName('app.eth'),
    message: 'wants you to sign in …\nwith a second line',
    createdAt: 1,
    expiresAt: Number.MAX_SAFE_INTEGER,
    client: '192.0.2.1',
  })
  const address = randomHex(20)
  await savePrimaryName(store.db, { id: newId(), chainId, address, name, node, createdAt: 1, updatedAt: 2 })
  await addPaymentIn(store, 'unknown')
  await addPaymentIn(store, 'confirmed', { fields: { settledTx: randomHex(32) } })
  await store.transaction((tx) => allocateRelayerNonce(tx, 8453, randomHex(20)))
  const spent = { address: randomHex(20), nonce: randomHex(16), expiresAt: Number.MAX_SAFE_INTEGER }
  await store.transaction((tx) => consumeMessage(tx, spent, 1))
  await fillWebhooks(store, domain)
  await fillMembers(store, domain)
  await fillPolicy(store)
  const idempotentRequest = {
    id: randomHex(32),
    fingerprint: randomHex(32),
    leaseOwner: newId(),
    expiresAt: 1,
    response: 'AAAA',
  }
  await store.db.insertInto('idempotentRequests').values(idempotentRequest).execute()
  const claim = {
    ...{
      id: newId(),
      domainKey: domain.key,
      label: parseLabel('é'),
      skeleton: 2 ** 51,
      claimant: randomHex(20),
    },
    ...{ records: { ...emptyRecords, texts: escapingTexts }, createdAt: 1, expiresAt: 2 },
  }
  await store.transaction((tx) => insertClaim(tx, claim))
  const link = {
    ...{
      id: newId(),
      domainKey: domain.key,
      workspaceId: domain.workspaceId,
      hash: randomHex(32),
      label: parseLabel('é'),
    },
    ...{ skeleton: 2 ** 51, maxUses: 1, note: `"'\\ é`, createdAt: 1, expiresAt: 2 ** 52 },
  }
  await store.transaction((tx) => insertInvitationLinks(tx, [link]))
  const token = { chainId: 1, contract: randomHex(20), tokenId: `${2n ** 256n - 1n}` } as const
  await store.transaction((tx) => insertClaimedToken(tx, domain, token, claim.id))
}

/** A row of values that are hard to copy, by the types of the columns, for each table that has none yet. */
async function fillEmptyTables({ db }: Store, { key, workspaceId, resolverId }: Domain): Promise<void> {
  const tables = await db.introspection.getTables()
  const known: Readonly<Record<string, string | number>> = {
    domain_key: key,
    workspace_id: workspaceId,
    resolver_id: resolverId,
    root: `0x${'ab'.repeat(32)}`,
    set_sequence: `${2n ** 64n - 1n}`,
    seal_sequence: `${2n ** 64n - 1n}`,
    subname_key: 1,
    tag_key: 1,
    message_key: 1,
  }
  const columnValue = (name: string, type: string) => {
    if (name in known) return known[name]
    if (/text|char/i.test(type)) return `"'\\ é 👩‍🚀`
    return /blob|bytea/i.test(type) ? Buffer.alloc(20, 255) : 2_000_000_000
  }
  for (const table of Object.keys(copiedTables)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) continue
    const columns = tables.find(({ name }) => name === table)?.columns ?? []
    const written = columns.filter(
      ({ name, isAutoIncrementing }) => name in known || (!isAutoIncrementing && name !== 'key'),
    )
    const names = written.map(({ name }) => sql.ref(name))
    const values = written.map(({ name, dataType }) => sql`${columnValue(name, dataType)}`)
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(db)
  }
}

async function fillPolicy(store: Store): Promise<void> {
  const { domain } = await onboardDomain(store)
  const settings = { ...defaultPolicySettings, version: 1, blockedParts: ['é', `"'\\`], opensAt: 2 ** 52 }
  const yieldToEventLoop = async () => {}
  await store.transaction(async (tx) => {
    await writePolicy(tx, domain, { settings, isIndexed: true }, 1)
    await replacePolicyLabels(tx, domain, 'reservedLabels', ['é', '👩‍🚀'], yieldToEventLoop)
    await replaceAllowedAddresses(tx, domain, [randomHex(20)], yieldToEventLoop)
    await insertSubname(tx, newSubname(domain, 'paypal'), { policyVersion: 1 })
  })
}

async function fillMembers({ transaction }: Store, { workspaceId }: Domain): Promise<void> {
  const [address, addedBy] = [randomHex(20), randomHex(20)]
  await transaction(async (tx) => {
    await insertMember(tx, { workspaceId, address, role: 'editor', addedBy, createdAt: 1 })
    await insertOperator(tx, { address, addedBy: null, createdAt: 2 })
  })
}

async function fillWebhooks({ db, transaction }: Store, { id, workspaceId }: Domain): Promise<void> {
  const webhook = newWebhook({ workspaceId, domainIds: [id], previousSecret: 'whsec_AAAA', dueAt: 1 })
  await transaction((tx) => insertWebhook(tx, webhook, 1))
  await transaction((tx) => saveEventCursor(tx, 'webhooks', 1))
  await insertDelivery(db, {
    ...{
      webhookKey: 1,
      sequence: 1,
      subject: '1:é.eth',
      state: 'due',
      dueAt: 1,
      createdAt: 1,
      finishedAt: null,
    },
    attempts: escapingTexts.map(({ value }) => ({
      time: 1,
      latencyMs: 1,
      status: null,
      error: value,
      response: '',
    })),
  })
}
