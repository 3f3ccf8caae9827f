import { expect } from 'vitest'
import { lowerCaseHex } from '../../../../src/crypto/hex.ts'
import { serializeEvent } from '../../../../src/http/schema/event.ts'
import type { StoredEvent } from '../../../../src/model/event.ts'
import { bytesToHex } from '../../../../src/store/driver/columns.ts'
import type { Store } from '../../../../src/store/store.ts'
import type { EventCopy } from '../../events/event-copy.ts'
import { readableEvents } from '../../events/event-log.ts'
import { isSettled, readCharges, readJournal } from '../../payments/evidence.ts'
import type { PaymentFixture } from '../../payments/fixture.ts'
import { waitUntil } from '../../wait-until.ts'
import type { Ledger } from '../write-load.ts'
import type { SentClaim } from './claims.ts'
import type { Purchase } from './purchases.ts'

/** Confirmed claims whose name its wallet does not hold. */
export async function findLostClaims(
  { db }: Store,
  claims: readonly SentClaim[],
): Promise<readonly SentClaim[]> {
  const rows = await db
    .selectFrom('subnames')
    .select(['label', 'holder'])
    .where('label', 'like', 'claimed-%')
    .execute()
  const holders = new Map(rows.map(({ label, holder }) => [label, bytesToHex(holder)]))
  for (const { label, outcome } of claims)
    if (outcome === 'refused') expect(holders.has(label), label).toBe(false)
  return claims.filter(
    ({ label, wallet, outcome }) => outcome === 'confirmed' && holders.get(label) !== lowerCaseHex(wallet),
  )
}

export interface PaymentOutcome {
  /** Purchases that were charged more than once. */
  readonly doubled: readonly Purchase[]
  /** Charged ones that the journal does not have once as confirmed. */
  readonly unrecorded: readonly Purchase[]
  /** Paid ones without a charge. */
  readonly lost: readonly Purchase[]
}

/** Waits until the services have finished what they had begun, and compares purchases with the chain and the journal. */
export async function comparePayments(
  store: Store,
  fixture: PaymentFixture,
  purchases: readonly Purchase[],
): Promise<PaymentOutcome> {
  await waitUntil('all payments have their outcome', () => isSettled(store))
  const charges = Map.groupBy(await readCharges(fixture), ({ payer }) => payer)
  const { payments } = await readJournal(store)
  const confirmed = Map.groupBy(
    payments.filter(({ state }) => state === 'confirmed'),
    ({ payer }) => payer,
  )
  const countsOf = ({ payer }: Purchase) => {
    const key = lowerCaseHex(payer)
    return { charged: charges.get(key)?.length ?? 0, recorded: confirmed.get(key)?.length ?? 0 }
  }
  return {
    doubled: purchases.filter((purchase) => countsOf(purchase).charged > 1),
    unrecorded: purchases.filter((purchase) => {
      const { charged, recorded } = countsOf(purchase)
      return charged > 0 && recorded !== 1
    }),
    lost: purchases.filter((purchase) => purchase.outcome === 'paid' && countsOf(purchase).charged === 0),
  }
}

/** Expects that a reader of the stream has each event of the log once, in order. */
export async function expectCopied(
  store: Store,
  copy: EventCopy,
  log: readonly StoredEvent[],
  workspaceId: string,
): Promise<void> {
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1))
  const readable = log.filter((event) => event.workspaceId === workspaceId)
  const expected = (await readableEvents(store, readable)).map(serializeEvent)
  await waitUntil('all is copied', () => copy.events.at(-1)?.cursor === expected.at(-1)?.cursor)
  await copy.stop()
  expect(copy.events).toEqual(expected)
}

/** Expects one event of each name that was added, and of each that was claimed. */
export function expectOneEventEach(
  log: readonly StoredEvent[],
  { names }: Ledger,
  claims: readonly SentClaim[],
): void {
  const issued = Map.groupBy(
    log.filter(({ type }) => type === 'subname.issued'),
    ({ name }) => name,
  )
  const confirmed = [
    ...[...names].filter(([, states]) => states.length === 1).map(([label]) => label),
    ...claims.filter(({ outcome }) => outcome === 'confirmed').map(({ label }) => label),
  ]
  for (const label of confirmed) expect(issued.get(`${label}.demo.eth`), label).toHaveLength(1)
}
