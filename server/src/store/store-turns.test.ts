import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const [job, ownRows] = ['of a job, one at a time', 'its rows are new']

/** Transactions without a turn, and why not many of them can wait for the same rows. */
const transactions: Readonly<Record<string, string>> = {
  'core/api-keys.ts ensureAdminKey': 'at the start',
  'core/api-requests.ts writeApiRequests': job,
  'core/domains/former-gateway.ts writeFormerNames': job,
  'core/events/compact.ts compactEvents': job,
  'core/retention.ts expirePendingClaims': job,
  'core/statistics.ts writeLookups': job,
  'core/traffic.ts writeTraffic': job,
  'core/webhooks/deliver.ts record': 'one for each webhook, by its lease',
  'core/webhooks/dispatcher.ts queueNextEvents': job,
  'core/workspaces.ts createWorkspace': ownRows,
  'payments/lease.ts dropPayment': 'one for each payment, by its lease',
  'payments/lease.ts recordOutcome': 'one for each payment, by its lease',
  'store/entities/consumed-messages.ts purgeConsumedMessages': job,
  'store/entities/webhook-deliveries.ts endDelaysFromAhead': job,
  'store/entities/create-subname.ts createSubnameInTransaction': '`store.createSubname` has the turn',
  'store/entities/create-subname.ts createSubnamesInTransaction': '`store.createSubname` has the turn',
}

/** Single statements, likewise. What no transaction writes is locked for the time of a statement. */
const statements: Readonly<Record<string, string>> = {
  'anchor/anchor-domain.ts insertAnchor': 'one for each domain, by its lease',
  'anchor/anchor-domain.ts saveAnchor': 'one for each domain, by its lease',
  'anchor/lease.ts saveAnchor': 'one for each domain, by its lease',
  'anchor/lease.ts takeLease': 'one for each domain',
  'core/alerts/report-reasons.ts *': job,
  'core/alerts/targets.ts ensureAlertTarget': 'of the button of an operator',
  'core/alerts/targets.ts writeAlertTarget': 'of the button of an operator',
  'core/alerts/watch-reasons.ts *': job,
  'core/certificates/follow-advice.ts *': job,
  'core/certificates/renew-certificates.ts *': job,
  'core/claims/tell-outcomes.ts beginAttempt': job,
  'core/claims/tell-outcomes.ts deleteNotices': job,
  'core/domains/hosts.ts saveHostCheck': job,
  'core/events/compact.ts replaceChanges': job,
  'core/idempotency.ts storeResponse': 'no transaction writes the table, and its request has written',
  'core/images/record-images.ts touchImages': 'of a command',
  'core/images/unused-images.ts beginImageDeletion': job,
  'core/images/unused-images.ts postponeImageDeletion': job,
  'core/images/unused-images.ts removeImage': job,
  'core/images/unused-images.ts touchImages': job,
  'core/retention.ts *': job,
  'core/webhooks/deliver.ts acquireWebhookLease': 'one for each webhook',
  'core/webhooks/deliver.ts releaseWebhookLease': 'one for each webhook',
  'core/webhooks/deliver.ts renewWebhookLease': 'one for each webhook',
  'core/webhooks/deliveries.ts insertDelivery': ownRows,
  'core/webhooks/dispatcher.ts endDelaysFromAhead': job,
  'payments/lease.ts releaseLease': 'one for each payment, by its lease',
  'payments/reconcile.ts purgeBodies': job,
  'payments/settle.ts ensureNonceAtLeast': 'writes where others have used the account of the relayer',
}

const sources = new Map(
  globSync('**/*.ts', { cwd: join(import.meta.dirname, '..') })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(import.meta.dirname, '..', file), 'utf8')]),
)

/** Commands have connections of their own. */
const outside =
  /^(commands|sandbox|store\/(copy|driver|migrations|postgres|sqlite))\/|^store\/(store|migrate|plain-database)\.ts/

/** With the functions that statements of several files share. */
const entities = /^(store\/entities|payments\/store)\//

test('every transaction takes a turn, or has a reason', () => {
  const opened = declarations(/^/).flatMap(({ file, name, code }) =>
    [...code.matchAll(/\.(?:transaction|plainTransaction|plainStatement)\(/g)].map(({ index }) => ({
      place: `${file} ${name}`,
      takesTurn: /\b(?:inTurn\([^()]*(?:\([^()]*\)[^()]*)*\)|turns)\s*$/.test(code.slice(0, index)),
    })),
  )
  expect(opened.filter(({ takesTurn }) => takesTurn).length).toBeGreaterThan(40)
  const others = opened.filter(({ takesTurn }) => !takesTurn).map(({ place }) => place)
  expect([...new Set(others)].sort()).toEqual(Object.keys(transactions).sort())
})

test('every statement that writes rows of others is part of a transaction, waits for no row, or has a reason', () => {
  const writing = declarations(entities).filter(
    ({ code }) =>
      /\bdb: Queryable\b/.test(code) &&
      /(insertInto|updateTable|deleteFrom)\(|\bupdateRunning\(|\b(insert into|update|delete from) [a-z_]+/.test(
        code,
      ) &&
      !code.includes('forUpdateSkipLocked'),
  )
  const calls = new RegExp(
    String.raw`\b(${writing.map(({ name }) => name).join('|')})\(\s*(?:\w+\.)*db\b`,
    'g',
  )
  const found = declarations(/^(?!store\/|payments\/store\/)/).flatMap(({ file, code }) =>
    [...code.matchAll(calls)].map(([, name]) => {
      const all = `${file} *`
      return all in statements ? all : `${file} ${name}`
    }),
  )
  expect([...new Set(found)].sort()).toEqual(Object.keys(statements).sort())
})

/** Top-level declarations, without comments, of files whose path matches. */
function declarations(path: RegExp) {
  return [...sources]
    .filter(([file]) => path.test(file) && !outside.test(file))
    .flatMap(([file, source]) =>
      source
        .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
        .split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)
        .flatMap((code) => {
          const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(code)?.[1]
          return name === undefined ? [] : [{ file, name, code }]
        }),
    )
}
