import { apiRequestDays } from '../model/api-key.ts'
import { hourOf } from '../model/statistics.ts'
import { purgeApiRequests } from '../store/entities/api-requests.ts'
import { purgeChallenges } from '../store/entities/challenges.ts'
import { expireClaims, purgeClaims, purgeSurplusClaims } from '../store/entities/claim-retention.ts'
import { purgeConsumedMessages } from '../store/entities/consumed-messages.ts'
import { purgeEvents, sequenceEvents } from '../store/entities/events.ts'
import { purgeHolderMessages } from '../store/entities/holder-messages.ts'
import { purgeIdempotentRequests } from '../store/entities/idempotent-requests.ts'
import { purgeInvitationLinks } from '../store/entities/invitation-links.ts'
import { freeClaimedTokens } from '../store/entities/quotas.ts'
import { purgeRateCounts, purgeWriteBudgets } from '../store/entities/rates.ts'
import { purgeSessions } from '../store/entities/sessions.ts'
import { purgeLookupCounts, purgeNameCounts, purgeTraffic } from '../store/entities/statistics.ts'
import { purgeDeliveries, purgeDeliveriesOf } from '../store/entities/webhook-deliveries.ts'
import { findDeletedWebhooks, removeWebhook } from '../store/entities/webhooks.ts'
import type { Store } from '../store/store.ts'
import type { Queryable } from '../store/tables.ts'
import { maxIdleMs } from './auth/sessions.ts'
import { expiredRetentionMs } from './challenges.ts'
import type { CoreContext } from './context.ts'
import { compactEvents } from './events/compact.ts'
import { deleteUnusedImages } from './images/unused-images.ts'
import { storedPeriods } from './traffic.ts'

/** Rows per statement, few enough not to block others; statements per pass and kind. */
const batchSize = 500
const maxBatches = 200

/** Each has a row for up to 1,000 names. */
const messageBatchSize = 5

/** So that claimants see what was decided. Of each domain and state the newest stay, which no flood of other wallets makes many. */
const decidedClaimRetentionMs = 90 * 86_400_000
export const keptClaims = 1000

/** So that their bearers learn why a link does not work any more. */
const endedLinkRetentionMs = 30 * 86_400_000

/** As long as clocks are set wrong; then the expiry of what was forgotten still keeps it from being used again. */
const consumedMessageRetentionMs = 86_400_000

/** Paths have names. */
const apiRequestRetentionMs = apiRequestDays * 86_400_000

interface PurgeCounts {
  readonly events: number
  readonly challenges: number
}

interface Retention {
  /** 0: unlimited. */
  readonly events: number
  /** Of webhooks, once finished. */
  readonly deliveries: number
  readonly lookupCounts: number
}

/** Deletes up to 100,000 rows of each kind; the next pass continues. */
export async function purgeExpired(context: CoreContext, retention: Retention): Promise<PurgeCounts> {
  const { store, clock } = context
  const now = clock()
  const { db } = store
  await inBatches(() => purgeRateCounts(db, now, batchSize))
  await inBatches(() => purgeWriteBudgets(db, now, batchSize))
  await inBatches(() => purgeIdempotentRequests(db, now, batchSize))
  await inBatches(() => purgeConsumedMessages(db, now - consumedMessageRetentionMs, batchSize))
  await inBatches(() => purgeDeliveries(db, now - retention.deliveries, batchSize))
  await inBatches(() => purgeSessions(db, now - maxIdleMs, batchSize))
  await purgeDeletedWebhooks(db)
  await inBatches(() => expirePendingClaims(db, now))
  await inBatches(() => purgeClaims(db, now - decidedClaimRetentionMs, batchSize))
  await inBatches(() => purgeSurplusClaims(db, keptClaims, batchSize))
  await inBatches(() => purgeInvitationLinks(db, now - endedLinkRetentionMs, batchSize))
  await inBatches(() => purgeHolderMessages(db, now, messageBatchSize), messageBatchSize)
  await inBatches(() => purgeApiRequests(db, now - apiRequestRetentionMs, batchSize))
  if (retention.lookupCounts > 0) {
    const hour = hourOf(now - retention.lookupCounts)
    await inBatches(() => purgeLookupCounts(db, hour, batchSize))
    await inBatches(() => purgeNameCounts(db, hour, batchSize))
  }
  for (const { periodMs, retentionMs } of storedPeriods) await purgeTraffic(db, periodMs, now - retentionMs)
  await compactEvents(context)
  const counts = {
    challenges: await inBatches(() => purgeChallenges(db, now - expiredRetentionMs, batchSize)),
    events: retention.events === 0 ? 0 : await purgeOldEvents(store, now - retention.events),
  }
  // Last: storage that is unavailable keeps no row.
  await deleteUnusedImages(context)
  return counts
}

/** Pending events are not purged. */
async function purgeOldEvents(store: Store, before: number): Promise<number> {
  await sequenceEvents(store)
  return inBatches(() => purgeEvents(store.db, before, batchSize))
}

/** Their labels are free again, and their tokens. */
function expirePendingClaims(db: Queryable, now: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ids = await expireClaims(tx, now, batchSize)
    await freeClaimedTokens(tx, ids)
    return ids.length
  })
}

async function purgeDeletedWebhooks(db: Queryable): Promise<void> {
  for (const key of await findDeletedWebhooks(db)) {
    const deleted = await inBatches(() => purgeDeliveriesOf(db, key, batchSize))
    if (deleted < batchSize * maxBatches) await removeWebhook(db, key)
  }
}

async function inBatches(deleteBatch: () => Promise<number>, size = batchSize): Promise<number> {
  let total = 0
  for (let batch = 0; batch < maxBatches; batch++) {
    const deleted = await deleteBatch()
    total += deleted
    if (deleted < size) break
  }
  return total
}
