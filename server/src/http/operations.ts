import type { Context } from '../context.ts'
import type { Route } from './operation.ts'
import { alerts } from './operations/alerts.ts'
import { anchors } from './operations/anchor.ts'
import { apiKeys } from './operations/api-keys.ts'
import { apiRequests } from './operations/api-requests.ts'
import { archives } from './operations/archives.ts'
import { nameBatches } from './operations/batches.ts'
import { begunDomains } from './operations/begun-domains.ts'
import { challenges } from './operations/challenges.ts'
import { claimNotices } from './operations/claim-notices.ts'
import { claims } from './operations/claims.ts'
import { diagnosis } from './operations/diagnosis.ts'
import { domainChainReads } from './operations/domain-chain-reads.ts'
import { domainChanges } from './operations/domain-changes.ts'
import { domainHealth } from './operations/domain-health.ts'
import { domainHosts } from './operations/domain-hosts.ts'
import { domainPages } from './operations/domain-pages.ts'
import { domainSetup } from './operations/domain-setup.ts'
import { domainNames, domains } from './operations/domains.ts'
import { events } from './operations/events.ts'
import { formerGateways } from './operations/former-gateway.ts'
import { holderMessages } from './operations/holder-messages.ts'
import { media, nameImages } from './operations/images.ts'
import { instance } from './operations/instance.ts'
import { invitationLinks } from './operations/invitation-links.ts'
import { invitations } from './operations/invitations.ts'
import { mApps } from './operations/mapps.ts'
import { members } from './operations/members.ts'
import { nameNotes } from './operations/name-notes.ts'
import { contractNames, names, nameTransfers } from './operations/names.ts'
import { operators } from './operations/operators.ts'
import { policies } from './operations/policies.ts'
import { primaryNames } from './operations/primary-names.ts'
import { recordTemplates } from './operations/record-templates.ts'
import { pricing, resolve } from './operations/resolve.ts'
import { resolverDeployment, resolvers } from './operations/resolvers.ts'
import { reverse } from './operations/reverse.ts'
import { sandboxWallet } from './operations/sandbox-wallet.ts'
import { sealedSets } from './operations/sealed-sets.ts'
import { sessions } from './operations/sessions.ts'
import { statistics, traffic } from './operations/statistics.ts'
import { records, subnameLists, subnameSearch } from './operations/subname-lists.ts'
import { subnames } from './operations/subnames.ts'
import { subscriptions } from './operations/subscriptions.ts'
import { system } from './operations/system.ts'
import { webhooks } from './operations/webhooks.ts'
import { workspaces } from './operations/workspaces.ts'

/** Those that the document describes. */
export const routes: readonly Route[] = [
  subnames,
  invitations,
  contractNames,
  subnameLists,
  subnameSearch,
  domainNames,
  nameBatches,
  nameNotes,
  holderMessages,
  archives,
  names,
  nameTransfers,
  sealedSets,
  claims,
  claimNotices,
  invitationLinks,
  records,
  domains,
  domainChanges,
  domainChainReads,
  anchors,
  domainSetup,
  domainPages,
  domainHealth,
  domainHosts,
  recordTemplates,
  formerGateways,
  policies,
  subscriptions,
  resolvers,
  resolverDeployment,
  workspaces,
  begunDomains,
  apiKeys,
  apiRequests(() => routes),
  sessions,
  members,
  operators,
  challenges,
  mApps,
  primaryNames,
  media,
  nameImages,
  resolve,
  reverse,
  diagnosis,
  pricing,
  events,
  webhooks,
  statistics,
  traffic,
  instance,
  alerts,
  system,
].flat()

/** The mounted ones. */
export function routesOf({ sandboxAccounts }: Context): readonly Route[] {
  return sandboxAccounts ? [...routes, ...sandboxWallet] : routes
}
