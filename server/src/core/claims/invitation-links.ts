import { randomBytes } from 'node:crypto'
import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, joinName, type Label } from '../../ens/names.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import {
  type InvitationLink,
  type InvitationLinkState,
  type NewInvitationLink,
  stateOfLink,
} from '../../model/invitation-link.ts'
import { appendEvents } from '../../store/entities/events.ts'
import {
  countInvitationLinks,
  findInvitationLink,
  insertInvitationLinks,
  markLinkRevoked,
  selectInvitationLinks,
} from '../../store/entities/invitation-links.ts'
import { lockPolicyOfDomain } from '../../store/entities/policies.ts'
import { findTakenLabels } from '../../store/entities/subnames.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { hashKey } from '../auth/keys.ts'
import { type Caller, type CoreContext, newId } from '../context.ts'
import { assertDomainWriteAccess, assertNotBlocked, requireDomain } from '../domains/rules.ts'
import { linkEvent } from '../events/entity-events.ts'
import { type CursorPage, type CursorRequest, readPage } from '../page.ts'
import { assertNotRefused, evaluateRequest, readLabelFacts } from '../policies/assert-policy.ts'
import { requirePolicy } from '../policies/require-policy.ts'
import { subnameAlreadyExists } from '../subnames/add.ts'
import { type GuessQuota, requireOpenLink } from './use-link.ts'

/** Links of one request: one transaction, an event each. */
export const maxCreatedLinks = 1000

/** Of a domain, ended ones included, which are kept for 30 days. */
const maxLinks = 50_000

/** 192 bits, 32 characters: a guess succeeds with a probability of 2^-176 even among all links of a domain. */
const secretBytes = 24

interface NewLink {
  /** The only label that it is for; absent: its bearer chooses. */
  readonly label?: Label | undefined
  readonly note?: string | undefined
}

interface CreateLinks {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly links: readonly NewLink[]
  /** Of each; 1 for a link with a label. */
  readonly maxUses: number
  /** Milliseconds since 1970; `null`: never. */
  readonly expiresAt: number | null
}

export interface LinkDetails {
  readonly domain: Domain
  readonly link: Omit<InvitationLink, 'key' | 'domainKey' | 'workspaceId' | 'hash' | 'skeleton'>
  readonly state: InvitationLinkState
}

/** The secret is returned only once; its hash is stored. */
export interface CreatedLink extends LinkDetails {
  readonly secret: string
}

/**
 * Creates links of a domain, all or none. Rules in order: the domain exists, the caller may write names of it, it is not
 * blocked, the expiry is in the future, a link with a label has one use, the labels are valid and given once, the policy of the
 * domain lets a bearer claim them, they are free, the domain has fewer links than the bound.
 */
export async function createInvitationLinks(
  context: CoreContext,
  { caller, chainId, domain: name, links, maxUses, expiresAt }: CreateLinks,
): Promise<readonly CreatedLink[]> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainWriteAccess(caller, domain, 'names:write')
  const now = context.clock()
  if (expiresAt !== null && expiresAt <= now) throw badRequest('expiresAt: is in the past.')
  const created = links.map(({ label = null, note = '' }) => {
    if (label !== null && maxUses !== 1) throw badRequest('maxUses: a link for one label is used once.')
    const secret = randomBytes(secretBytes).toString('base64url')
    const skeleton = label === null ? null : hashSkeleton(skeletonOf(label))
    const link: NewInvitationLink = {
      ...{
        id: newId(),
        domainKey: domain.key,
        workspaceId: domain.workspaceId,
        hash: hashKey(secret),
        label,
        skeleton,
      },
      ...{ maxUses, note, createdAt: now, expiresAt },
    }
    return { link, secret }
  })
  const labels = created.flatMap(({ link }) => link.label ?? [])
  if (new Set(labels).size < labels.length) throw badRequest('items: two of them have the same label.')
  const details = created.map(({ link, secret }) => {
    const whole = { ...link, uses: 0, revokedAt: null, endsAt: expiresAt }
    return { domain, link: whole, state: 'open', secret } as const
  })
  await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    // Excludes claims of the labels, and others that create links.
    await lockPolicyOfDomain(tx, domain)
    await assertClaimable(context, tx, domain, labels)
    const count = await countInvitationLinks(tx, domain, maxLinks)
    if (count + created.length > maxLinks)
      throw new AppError(
        'LimitReachedException',
        `${domain.name} has ${count} invitation links; it can have ${maxLinks}, with those that ended within 30 days.`,
      )
    await insertInvitationLinks(
      tx,
      created.map(({ link }) => link),
    )
    const events = details.map(({ link }) =>
      linkEvent(context, { type: 'invitation_link.created', domain, id: link.id, after: link }),
    )
    await appendEvents(tx, ...events)
  })
  return details
}

function badRequest(message: string) {
  return new AppError('BadRequestException', message)
}

/** By the policy, for a bearer about whose wallet nothing is known. */
async function assertClaimable(
  context: CoreContext,
  tx: StoreTransaction,
  domain: Domain,
  labels: readonly Label[],
): Promise<void> {
  if (labels.length === 0) return
  const policy = await requirePolicy(tx, domain)
  const factsOf = await readLabelFacts(context, tx, policy, { domain, labels, areInvited: true })
  const taken = await findTakenLabels(tx, domain, labels)
  for (const label of labels) {
    if (taken.has(label)) throw subnameAlreadyExists(joinName(label, domain.name))
    const request = { action: 'redeem-label', domain, label } as const
    assertNotRefused(evaluateRequest(context, policy, request, factsOf(label)))
  }
}

interface LinkRef {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly linkId: string
}

/** In any state; of a blocked domain too. */
export async function getInvitationLink(
  context: CoreContext,
  { caller, chainId, domain: name, linkId }: LinkRef,
): Promise<LinkDetails> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  return requireLink(context, domain, linkId)
}

async function requireLink(
  context: CoreContext,
  domain: Domain,
  id: string,
): Promise<LinkDetails & { readonly link: InvitationLink }> {
  const link = await findInvitationLink(context.store.db, domain, id)
  if (link) return toDetails(context, domain, link)
  throw new AppError('InvitationLinkNotFoundException', `${domain.name} has no invitation link ${id}.`)
}

function toDetails<Link extends LinkDetails['link']>(
  { clock }: Pick<CoreContext, 'clock'>,
  domain: Domain,
  link: Link,
) {
  return { domain, link, state: stateOfLink(link, clock()) }
}

interface ListLinks extends CursorRequest {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  /** Absent: open ones and ended ones. */
  readonly isOpen?: boolean | undefined
}

/** The newest first. */
export async function listInvitationLinks(
  context: CoreContext,
  { caller, chainId, domain: name, isOpen, ...request }: ListLinks,
): Promise<CursorPage<LinkDetails>> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  const now = context.clock()
  const list = {
    list: ['invitation-links', domain.id, isOpen ?? null],
    positionOf: ({ link }: { readonly link: InvitationLink }) => link.key,
    read: async (after: number | undefined, limit: number) => {
      const links = await selectInvitationLinks(context.store.db, domain, { isOpen, now, after, limit })
      return links.map((link) => toDetails(context, domain, link))
    },
  }
  return readPage(context, list, request)
}

/** A link that has ended stays as it is. */
export async function revokeInvitationLink(
  context: CoreContext,
  { caller, chainId, domain: name, linkId }: LinkRef,
): Promise<LinkDetails> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainWriteAccess(caller, domain, 'names:write')
  const { link: before } = await requireLink(context, domain, linkId)
  const now = context.clock()
  await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    if (!(await markLinkRevoked(tx, before.key, now))) return
    const change = { domain, id: before.id, before, after: { ...before, revokedAt: now } }
    await appendEvents(tx, linkEvent(context, { type: 'invitation_link.revoked', ...change }))
  })
  return requireLink(context, domain, linkId)
}

interface ReadLink {
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly secret: string
  readonly guesses: GuessQuota
}

/** For its bearer, who needs the id for the message that a claim signs. */
export async function readOpenLink(
  context: CoreContext,
  { chainId, domain: name, ...input }: ReadLink,
): Promise<LinkDetails> {
  const domain = await requireDomain(context, chainId, name)
  assertNotBlocked(domain)
  return toDetails(context, domain, await requireOpenLink(context, { domain, ...input }))
}
