import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import type { Branding } from '../../model/branding.ts'
import type { Domain } from '../../model/domain.ts'
import {
  defaultPolicySettings,
  mapFields,
  type PolicySettings,
  type VisibleFieldName,
  visibleFieldNames,
} from '../../model/policy.ts'
import { type ClaimsState, claimsStateOf } from '../../policy/rules.ts'
import { findPolicy } from '../../store/entities/policies.ts'
import { isOriginAllowed } from '../auth/access.ts'
import { allowedSites } from '../auth/signed-message.ts'
import { type CoreContext, withReadReplica } from '../context.ts'
import { textKeyOfPreset } from '../images/read.ts'
import { capacityError, domainNotFoundError, requireDomain } from './rules.ts'

type VisibleSettings = Pick<PolicySettings, VisibleFieldName>

/** What a visitor may know of a policy: not its lists of labels and addresses. */
export interface VisitorPolicy extends VisibleSettings {
  readonly state: ClaimsState
}

/** What a visitor of the domain's public page may know. */
export interface DomainPage {
  readonly name: EnsName
  readonly chainId: ChainId
  readonly branding: Branding
  readonly hasAvatar: boolean
  readonly hasBanner: boolean
  readonly description: string | null
  readonly url: string | null
  /** No further name can be issued. */
  readonly isFull: boolean
  /** Whether claims may be signed at the site that was asked about; absent without one. */
  readonly isSiteAllowed?: boolean
  readonly policy: VisitorPolicy
}

interface PageOfDomain {
  readonly chainId: ChainId
  readonly name: EnsName
  /** An origin. */
  readonly site?: string | undefined
  /** Of this service; absent unless it can be trusted. */
  readonly ownOrigin?: string | undefined
}

/** A blocked domain has no page. */
export async function readDomainPage(
  context: CoreContext,
  { chainId, name, site, ownOrigin }: PageOfDomain,
): Promise<DomainPage> {
  const domain = await requireDomain(withReadReplica(context), chainId, name)
  if (domain.isBlocked) throw domainNotFoundError(domain.name, domain.chainId)
  const policy = domain.policyVersion > 0 ? await findPolicy(context.store.read, domain) : undefined
  const page = toDomainPage(context, domain, policy?.settings ?? defaultPolicySettings)
  if (site === undefined) return page
  const sites = await allowedSites(context, domain, ownOrigin)
  return { ...page, isSiteAllowed: isOriginAllowed(site, sites) }
}

/**
 * Whether pages of the domain offer an account with a passkey: the service and the owner do, and the chain can be read, by which its
 * signatures are verified.
 */
export function hasPasskeys(
  { rules, chains }: Pick<CoreContext, 'rules' | 'chains'>,
  { chainId, branding }: Pick<Domain, 'chainId'> & { readonly branding: Pick<Branding, 'offersPasskey'> },
): boolean {
  return rules.remoteWallets.hasBaseAccount && branding.offersPasskey && chains.has(chainId)
}

export function toDomainPage(
  context: CoreContext,
  domain: Domain,
  policy: PolicySettings,
  now = context.clock(),
): DomainPage {
  return {
    name: domain.name,
    chainId: domain.chainId,
    branding: { ...domain.branding, offersPasskey: hasPasskeys(context, domain) },
    hasAvatar: textOf(domain, textKeyOfPreset.avatar) !== null,
    hasBanner: textOf(domain, textKeyOfPreset.banner) !== null,
    description: textOf(domain, 'description'),
    url: textOf(domain, 'url'),
    isFull: capacityError(domain, now) !== undefined,
    policy: {
      state: claimsStateOf(policy, now),
      ...mapFields<VisibleSettings>(visibleFieldNames, (field) => policy[field]),
    },
  }
}

function textOf({ records }: Domain, key: string): string | null {
  return records.texts.find((text) => text.key === key)?.value ?? null
}
