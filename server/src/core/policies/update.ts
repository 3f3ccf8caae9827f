import { createYieldToEventLoop } from '../../async/yield-to-event-loop.ts'
import type { Domain } from '../../model/domain.ts'
import { type Policy, type PolicyLabelList, policyLabelLists } from '../../model/policy.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { replacePolicyLabels, writePolicy } from '../../store/entities/policies.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { policyEvent } from '../events/policy-event.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { type DomainPolicy, readPolicy } from './get.ts'
import { indexNames } from './index-names.ts'
import { assertConsistent, type PolicyChanges, parsePolicyChanges } from './parse-changes.ts'
import { policyEtag } from './policy-etag.ts'
import { lockPolicyDomain, type PolicyRef, requirePolicyAccess } from './require-policy-access.ts'

export interface UpdatePolicy extends PolicyRef {
  readonly changes: PolicyChanges
  readonly ifMatch?: IfMatch | undefined
}

/** The rest is indexed in the background (`completeIndexes`). */
const maxIndexingMs = 2000

/** Changes the policy atomically. The first one also indexes the names of the domain. */
export async function updatePolicy(
  context: CoreContext,
  { changes: unparsed, ifMatch, ...ref }: UpdatePolicy,
): Promise<DomainPolicy> {
  const { id } = await requirePolicyAccess(context, ref)
  const changes = parsePolicyChanges(context, unparsed)
  const updated = await context.store.db.transaction().execute(async (tx) => {
    const domain = await lockPolicyDomain(tx, ref, id)
    const current = await readPolicy(tx, domain)
    assertIfMatch(`The policy of ${domain.name}`, policyEtag(current), ifMatch)
    return changePolicy(context, tx, current, changes)
  })
  if (updated.isIndexed) return updated
  const deadline = performance.now() + maxIndexingMs
  await indexNames(context, updated.domain.key, () => performance.now() > deadline)
  return readPolicy(context.store.db, updated.domain)
}

async function changePolicy(
  context: CoreContext,
  tx: StoreTransaction,
  current: DomainPolicy,
  changes: PolicyChanges,
): Promise<DomainPolicy> {
  const { domain, policy: before } = current
  const after = mergeChanges(before, changes)
  assertConsistent(after)
  const event = policyEvent(context, domain, before, after)
  if (!event) return current
  const { reservedLabels, blockedLabels, ...settings } = after
  const isIndexed = before.version === 0 ? domain.subnameCount === 0 : current.isIndexed
  await writePolicy(tx, domain, { settings, isIndexed }, context.clock())
  await replaceLabels(tx, domain, { reservedLabels, blockedLabels }, changes)
  await appendEvents(tx, event)
  return { domain, policy: after, isIndexed }
}

function mergeChanges(before: Policy, changes: PolicyChanges): Policy {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given), version: before.version + 1 }
}

async function replaceLabels(
  tx: StoreTransaction,
  domain: Domain,
  labels: Pick<Policy, PolicyLabelList>,
  changes: PolicyChanges,
): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop()
  for (const list of policyLabelLists)
    if (changes[list]) await replacePolicyLabels(tx, domain, list, labels[list], yieldToEventLoop)
}
