import { sql } from 'kysely'
import { DatabaseUnavailableError } from '../errors.ts'
import { dialectOf, type SqlDialect } from './driver/sql-dialect.ts'
import * as initial from './migrations/0001-initial.ts'
import * as eventLog from './migrations/0002-event-log.ts'
import * as idempotency from './migrations/0003-idempotency.ts'
import * as webhooks from './migrations/0004-webhooks.ts'
import * as lookupStatistics from './migrations/0005-lookup-statistics.ts'
import * as policies from './migrations/0006-policies.ts'
import * as domainLook from './migrations/0007-domain-look.ts'
import * as claims from './migrations/0008-claims.ts'
import * as sessions from './migrations/0009-sessions.ts'
import * as traffic from './migrations/0010-traffic.ts'
import * as writeBudgets from './migrations/0011-write-budgets.ts'
import * as images from './migrations/0012-images.ts'
import * as quotas from './migrations/0013-quotas.ts'
import * as cursorKey from './migrations/0014-cursor-key.ts'
import * as signers from './migrations/0015-signers.ts'
import * as holds from './migrations/0016-holds.ts'
import * as messageIdKeys from './migrations/0017-message-id-keys.ts'
import * as lookupTrust from './migrations/0018-lookup-trust.ts'
import * as domainBranding from './migrations/0019-domain-branding.ts'
import * as blockReason from './migrations/0020-block-reason.ts'
import * as invitationLinks from './migrations/0021-invitation-links.ts'
import * as reservedPayments from './migrations/0022-reserved-payments.ts'
import * as domainHosts from './migrations/0023-domain-hosts.ts'
import * as nameCounts from './migrations/0024-name-counts.ts'
import * as apiRequests from './migrations/0025-api-requests.ts'
import * as formerGateways from './migrations/0026-former-gateways.ts'
import * as recordTemplates from './migrations/0027-record-templates.ts'
import * as sharedCaches from './migrations/0028-shared-caches.ts'
import * as eventTypes from './migrations/0029-event-types.ts'
import * as holderIndex from './migrations/0030-holder-index.ts'
import * as claimOutcomes from './migrations/0031-claim-outcomes.ts'
import * as nameNotes from './migrations/0032-name-notes.ts'
import * as claimNotices from './migrations/0033-claim-notices.ts'
import * as begunDomains from './migrations/0034-begun-domains.ts'
import * as textIndex from './migrations/0036-text-index.ts'
import * as webhookReplays from './migrations/0037-webhook-replays.ts'
import * as holderMessages from './migrations/0038-holder-messages.ts'
import * as certificates from './migrations/0039-certificates.ts'
import * as alerts from './migrations/0040-alerts.ts'
import * as renewalAdvice from './migrations/0041-renewal-advice.ts'
import * as sealedSets from './migrations/0042-sealed-sets.ts'
import * as anchors from './migrations/0043-anchors.ts'
import * as setNotices from './migrations/0044-set-notices.ts'
import type { PlainDatabase, PlainTransaction } from './plain-database.ts'

interface Migration {
  readonly name: string
  up(tx: PlainTransaction, dialect: SqlDialect): Promise<void>
}

/** Oldest first. A released migration is never changed, renamed or moved. */
const migrations: readonly Migration[] = [
  { name: '0001-initial', up: initial.up },
  { name: '0002-event-log', up: eventLog.up },
  { name: '0003-idempotency', up: idempotency.up },
  { name: '0004-webhooks', up: webhooks.up },
  { name: '0005-lookup-statistics', up: lookupStatistics.up },
  { name: '0006-policies', up: policies.up },
  { name: '0007-domain-look', up: domainLook.up },
  { name: '0008-claims', up: claims.up },
  { name: '0009-sessions', up: sessions.up },
  { name: '0010-traffic', up: traffic.up },
  { name: '0011-write-budgets', up: writeBudgets.up },
  { name: '0012-images', up: images.up },
  { name: '0013-quotas', up: quotas.up },
  { name: '0014-cursor-key', up: cursorKey.up },
  { name: '0015-signers', up: signers.up },
  { name: '0016-holds', up: holds.up },
  { name: '0017-message-id-keys', up: messageIdKeys.up },
  { name: '0018-lookup-trust', up: lookupTrust.up },
  { name: '0019-domain-branding', up: domainBranding.up },
  { name: '0020-block-reason', up: blockReason.up },
  { name: '0021-invitation-links', up: invitationLinks.up },
  { name: '0022-reserved-payments', up: reservedPayments.up },
  { name: '0023-domain-hosts', up: domainHosts.up },
  { name: '0024-name-counts', up: nameCounts.up },
  { name: '0025-api-requests', up: apiRequests.up },
  { name: '0026-former-gateways', up: formerGateways.up },
  { name: '0027-record-templates', up: recordTemplates.up },
  { name: '0028-shared-caches', up: sharedCaches.up },
  { name: '0029-event-types', up: eventTypes.up },
  { name: '0030-holder-index', up: holderIndex.up },
  { name: '0031-claim-outcomes', up: claimOutcomes.up },
  { name: '0032-name-notes', up: nameNotes.up },
  { name: '0033-claim-notices', up: claimNotices.up },
  { name: '0034-begun-domains', up: begunDomains.up },
  { name: '0036-text-index', up: textIndex.up },
  { name: '0037-webhook-replays', up: webhookReplays.up },
  { name: '0038-holder-messages', up: holderMessages.up },
  { name: '0039-certificates', up: certificates.up },
  { name: '0040-alerts', up: alerts.up },
  { name: '0041-renewal-advice', up: renewalAdvice.up },
  { name: '0042-sealed-sets', up: sealedSets.up },
  { name: '0043-anchors', up: anchors.up },
  { name: '0044-set-notices', up: setNotices.up },
]

/**
 * The last migration of the release before. That release serves on the tables of today, too, so that an upgrade can be taken
 * back: migrations since then only add (docs/operating/versions.md). One that it could not serve with is named here itself.
 */
export const servesSince = '0044-set-notices'

/**
 * One transaction, one process at a time. Throws, and changes nothing, on a migration of a newer version that this one does not
 * serve with.
 */
export function migrate(db: PlainDatabase, dialect: SqlDialect): Promise<void> {
  return dialect.migrationTransaction(db, (tx) => applyMigrations(tx, dialect))
}

/** Applies missing migrations, or those of `only`; requires the transaction of migrations. Throws as `migrate` does. */
export async function applyMigrations(
  tx: PlainTransaction,
  dialect: SqlDialect,
  only?: readonly string[],
): Promise<void> {
  await dialect
    .createTable(tx, 'migrations')
    .ifNotExists()
    .addColumn('name', dialect.text, (column) => column.primaryKey())
    .addColumn('applied_at', dialect.integer, (column) => column.notNull())
    .execute()

  const applied = await appliedMigrations(tx)
  assertServes(await newerMigrations(tx))

  for (const { name, up } of migrations) {
    if (applied.includes(name) || (only && !only.includes(name))) continue
    await up(tx, dialect)
    await tx.insertInto('migrations').values({ name, applied_at: Date.now() }).execute()
  }
  if (!only) await noteServesSince(tx, dialect)
}

const noteTable = 'schema_served_since'

/** For earlier versions; nothing to say while they know all migrations. */
async function noteServesSince(tx: PlainTransaction, dialect: SqlDialect): Promise<void> {
  const last = migrations.at(-1)?.name
  if (last === servesSince || unknownMigrations(await appliedMigrations(tx)).length > 0) return
  await dialect
    .createTable(tx, noteTable)
    .ifNotExists()
    .addColumn('migration', dialect.text, (column) => column.notNull())
    .execute()
  await sql`delete from ${sql.table(noteTable)}`.execute(tx)
  await sql`insert into ${sql.table(noteTable)} (migration) values (${servesSince})`.execute(tx)
}

/** Migrations because of which this version cannot serve: only a newer one knows them, and none says that this one can. */
export async function newerMigrations(db: PlainDatabase): Promise<readonly string[]> {
  const unknown = unknownMigrations(await appliedMigrations(db))
  if (unknown.length === 0) return []
  const columns = await dialectOf(db).bulk.describeColumns(db, noteTable)
  if (columns.length === 0) return unknown
  const { rows } = await sql<{ migration: string }>`select migration from ${sql.table(noteTable)}`.execute(db)
  return rows.some(({ migration }) => migrations.some(({ name }) => name === migration)) ? [] : unknown
}

/** Oldest first. */
export async function appliedMigrations(db: PlainDatabase): Promise<readonly string[]> {
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Undefined for a database without any, or of a newer version. */
export async function findMissingMigrations(db: PlainDatabase): Promise<readonly string[] | undefined> {
  try {
    const applied = await appliedMigrations(db)
    return applied.length === 0 || unknownMigrations(applied).length > 0
      ? undefined
      : missingMigrations(applied)
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error
    return undefined
  }
}

export function missingMigrations(applied: readonly string[]): readonly string[] {
  return migrations.map(({ name }) => name).filter((name) => !applied.includes(name))
}

/** Whether these are all migrations up to one of them, oldest first. */
export function isVersion(names: readonly string[]): boolean {
  return names.length > 0 && names.every((name, index) => name === migrations[index]?.name)
}

/** Migrations that only a newer version knows. */
export function unknownMigrations(names: readonly string[]): readonly string[] {
  return names.filter((name) => !migrations.some((migration) => migration.name === name))
}

function assertServes(newer: readonly string[]): void {
  if (newer.length === 0) return
  throw new Error(
    `a newer version of Byname has migrated it (${newer.join(', ')}). ` +
      'Run that version or a later one, or restore a backup taken before the upgrade. Nothing was changed.',
  )
}
