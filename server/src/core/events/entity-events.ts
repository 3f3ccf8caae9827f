import { joinName } from '../../ens/names.ts'
import { diffRecords } from '../../ens/records.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import type { ApiKey } from '../../model/api-key.ts'
import type { ClaimState, ClaimSummary } from '../../model/claim.ts'
import type { Domain } from '../../model/domain.ts'
import type { EventType, NewEvent } from '../../model/event.ts'
import type { InvitationLink } from '../../model/invitation-link.ts'
import type { Payment } from '../../model/payment.ts'
import type { RecordTemplate } from '../../model/record-template.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Operator } from '../../model/session.ts'
import type { Subname } from '../../model/subname.ts'
import type { Webhook } from '../../model/webhook.ts'
import type { Member } from '../../model/workspace.ts'
import { diffFields, diffRecordsOf, type EventFields, listFields } from './diff-fields.ts'
import { type EventContext, newEvent } from './new-event.ts'

interface Change<Entity> {
  readonly type: EventType
  /** Absent: it did not exist. */
  readonly before?: Entity | undefined
  /** Absent: it does not exist any more. */
  readonly after?: Entity | undefined
}

const domainFields: EventFields<Domain> = {
  workspaceId: (domain) => domain.workspaceId,
  resolverId: (domain) => domain.resolverId,
  isBlocked: (domain) => domain.isBlocked,
  blockReason: (domain) => domain.blockReason,
  controller: (domain) => domain.controller,
  allowedOrigins: (domain) => domain.allowedOrigins,
  limit: (domain) => domain.userChosenLimit,
  planExpiresAt: (domain) => domain.plan.expiresAt,
  planMaxNames: (domain) => domain.plan.maxNames,
  sharedMaxAge: (domain) => domain.sharedMaxAge,
  deletedAt: (domain) => domain.deletedAt,
  'formerGateway.url': ({ formerGateway }) => formerGateway?.url ?? null,
  'formerGateway.resolver': ({ formerGateway }) => formerGateway?.resolver ?? null,
  'formerGateway.signingScheme': ({ formerGateway }) => formerGateway?.signingScheme ?? null,
  'formerGateway.signers': ({ formerGateway }) => formerGateway?.signers ?? null,
  'formerGateway.importOnRead': ({ formerGateway }) => formerGateway?.importOnRead ?? null,
  'branding.accent': ({ branding }) => branding.accent,
  'branding.title': ({ branding }) => branding.title || null,
  'branding.words': ({ branding }) => branding.words || null,
  'branding.links': ({ branding }) =>
    branding.links.length > 0 ? branding.links.map(({ title, url }) => `${title} ${url}`) : null,
  'branding.offersPasskey': ({ branding }) => (branding.offersPasskey ? null : false),
  'branding.directory': ({ branding }) => (branding.directory === 'off' ? null : branding.directory),
}

/** One for each workspace that may read it: a move has two. None without a change. */
export function domainEvents(
  context: EventContext,
  { type, before, after }: Change<Domain>,
): readonly NewEvent[] {
  const changes = [...diffFields(domainFields, before, after), ...diffRecordsOf(before, after)]
  const workspaceIds = new Set([before, after].flatMap((domain) => domain?.workspaceId ?? []))
  const domain = after ?? before
  if (!domain || changes.length === 0) return []
  const { id: domainId, chainId, name } = domain
  return [...workspaceIds].map((workspaceId) =>
    newEvent(context, { type, chainId, name, domainId, workspaceId, changes }),
  )
}

/** Of domains whose block, or its reason, has just changed, by their own or by that of a domain above. */
export function blockEvents(
  context: EventContext,
  affected: readonly { readonly before: Domain; readonly after: Domain }[],
): readonly NewEvent[] {
  return affected.flatMap(({ before, after }) =>
    domainEvents(context, {
      type: after.isBlocked ? 'domain.blocked' : 'domain.unblocked',
      before: { ...after, isBlocked: before.isBlocked, blockReason: before.blockReason },
      after,
    }),
  )
}

/** Of a host of the domain's owner. */
export function domainHostEvent(
  context: EventContext,
  type: 'domain.host_added' | 'domain.host_removed',
  { id: domainId, chainId, name, workspaceId }: Domain,
  host: string,
): NewEvent {
  const [before, after] = type === 'domain.host_added' ? [undefined, { host }] : [{ host }, undefined]
  const changes = diffFields(hostFields, before, after)
  return newEvent(context, { type, chainId, name, domainId, workspaceId, changes })
}

const hostFields: EventFields<{ readonly host: string }> = { host: ({ host }) => host }

const templateId: EventFields<RecordTemplate> = { templateId: ({ id }) => id }

/** Without the values of its records: the events of names have those that were issued. */
const templateFields: EventFields<RecordTemplate> = {
  template: ({ name }) => name,
  records: ({ records }) =>
    diffRecords(emptyRecords, records).map(({ kind, key }) => (key === null ? kind : `${kind}.${key}`)),
}

interface TemplateChange extends Change<RecordTemplate> {
  readonly type: Extract<EventType, `domain.template_${string}`>
  readonly domain: Domain
}

/** Names the template by its id, even if that did not change. */
export function templateEvent(
  context: EventContext,
  { type, domain, before, after }: TemplateChange,
): NewEvent {
  const { id: domainId, chainId, name, workspaceId } = domain
  const changes = [...listFields(templateId, before, after), ...diffFields(templateFields, before, after)]
  return newEvent(context, { type, chainId, name, domainId, workspaceId, changes })
}

type SubnameState = Pick<Subname, 'holder' | 'isClaimed' | 'records'>

interface SubnameChange extends Change<SubnameState> {
  readonly subname: Pick<Subname, 'chainId' | 'name' | 'domainId'>
  readonly workspaceId: NewEvent['workspaceId']
}

const subnameFields: EventFields<SubnameState> = {
  holder: ({ holder }) => holder,
  isClaimed: ({ isClaimed }) => isClaimed,
}

export function subnameEvent(
  context: EventContext,
  { type, subname, workspaceId, before, after }: SubnameChange,
): NewEvent {
  const { chainId, name, domainId } = subname
  const changes = [...diffFields(subnameFields, before, after), ...diffRecordsOf(before, after)]
  return newEvent(context, { type, chainId, name, domainId, workspaceId, changes })
}

interface ClaimChange {
  readonly type: Extract<EventType, `claim.${string}`>
  readonly domain: Domain
  readonly claim: ClaimSummary
  readonly before: ClaimState | null
  readonly after: ClaimState
}

const claimFields: EventFields<ClaimSummary> = {
  state: ({ state }) => state,
  claimant: ({ claimant }) => claimant,
  expiresAt: ({ expiresAt }) => expiresAt,
}

/** A claim that is approved is the event `subname.issued`. */
export function claimEvent(
  context: EventContext,
  { type, domain, claim, before, after }: ClaimChange,
): NewEvent {
  const previous = before === null ? undefined : { ...claim, state: before }
  const changes = diffFields(claimFields, previous, { ...claim, state: after })
  return newEvent(context, {
    type,
    chainId: domain.chainId,
    name: joinName(claim.label, domain.name),
    domainId: domain.id,
    workspaceId: domain.workspaceId,
    changes: changes.map((change) => ({ ...change, key: claim.id })),
  })
}

/** The event of a name that was claimed with a link. */
export function withLink(event: NewEvent, { id }: Pick<InvitationLink, 'id'>): NewEvent {
  return {
    ...event,
    changes: [...event.changes, { field: 'invitationLinkId', key: null, before: null, after: id }],
  }
}

type LinkState = Pick<InvitationLink, 'label' | 'maxUses' | 'expiresAt' | 'revokedAt'>

const linkFields: EventFields<LinkState> = {
  label: ({ label }) => label,
  maxUses: ({ maxUses }) => maxUses,
  expiresAt: ({ expiresAt }) => expiresAt,
  revokedAt: ({ revokedAt }) => revokedAt,
}

interface LinkChange extends Change<LinkState> {
  readonly type: Extract<EventType, `invitation_link.${string}`>
  readonly domain: Domain
  readonly id: string
}

/** Without its note, which is the owner's own. The key of each change is the id of the link. */
export function linkEvent(context: EventContext, { type, domain, id, before, after }: LinkChange): NewEvent {
  const { chainId, name, id: domainId, workspaceId } = domain
  const changes = diffFields(linkFields, before, after).map((change) => ({ ...change, key: id }))
  return newEvent(context, { type, chainId, name, domainId, workspaceId, changes })
}

const resolverName: EventFields<Resolver> = { id: ({ id }) => id }

const resolverFields: EventFields<Resolver> = {
  address: ({ address }) => address,
  registryAddress: ({ registryAddress }) => registryAddress,
  nodeProvider: ({ nodeProvider }) => nodeProvider,
  environment: ({ environment }) => environment,
  signingScheme: ({ signingScheme }) => signingScheme,
}

interface ResolverChange extends Change<Resolver> {
  readonly after: Resolver
}

/** Names the entry by its id, which does not change. None without a change. */
export function resolverEvents(
  context: EventContext,
  { type, before, after }: ResolverChange,
): readonly NewEvent[] {
  const changed = diffFields(resolverFields, before, after)
  if (changed.length === 0) return []
  const changes = [...listFields(resolverName, before, after), ...changed]
  return [newEvent(context, { type, chainId: after.chainId, changes })]
}

const webhookName: EventFields<Webhook> = { id: ({ id }) => id }

/** The rest of the URL may be a credential. */
const originOf = ({ url }: Webhook) => new URL(url).origin

const webhookFields: EventFields<Webhook> = {
  origin: originOf,
  description: ({ description }) => description,
  eventTypes: ({ eventTypes }) => eventTypes,
  domainIds: ({ domainIds }) => domainIds,
  isEnabled: ({ isEnabled }) => isEnabled,
  disabledReason: ({ disabledReason }) => disabledReason,
}

/** Names the webhook by its id, even if that did not change. */
export function webhookEvent(context: EventContext, { type, before, after }: Change<Webhook>): NewEvent {
  const changes = [...listFields(webhookName, before, after), ...diffFields(webhookFields, before, after)]
  return newEvent(context, { type, workspaceId: workspaceOf(before, after), changes })
}

/** Which of its events are sent again: since when, and how many. */
export function webhookReplayEvent(
  context: EventContext,
  webhook: Webhook,
  { since, events }: { readonly since: number; readonly events: number },
): NewEvent {
  const sent = { since: new Date(since).toISOString(), events }
  const changes = [
    ...listFields({ ...webhookName, origin: originOf }, webhook, webhook),
    ...Object.entries(sent).map(([field, after]) => ({ field, key: null, before: null, after })),
  ]
  return newEvent(context, { type: 'webhook.replayed', workspaceId: webhook.workspaceId, changes })
}

const keyFields: EventFields<ApiKey> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  scopes: ({ scopes }) => scopes,
  expiresAt: ({ expiresAt }) => expiresAt,
}

/** Names the key by its id. */
export function keyEvent(context: EventContext, { type, before, after }: Change<ApiKey>): NewEvent {
  const changes = listFields(keyFields, before, after)
  return newEvent(context, { type, workspaceId: workspaceOf(before, after), changes })
}

const memberFields: EventFields<Member> = {
  address: ({ address }) => address,
  role: ({ role }) => role,
}

/** Names the member by its address. */
export function memberEvent(context: EventContext, { type, before, after }: Change<Member>): NewEvent {
  const changes = listFields(memberFields, before, after)
  return newEvent(context, { type, workspaceId: workspaceOf(before, after), changes })
}

function workspaceOf(
  ...states: readonly ({ readonly workspaceId: string } | undefined)[]
): NewEvent['workspaceId'] {
  return states.findLast((state) => state !== undefined)?.workspaceId ?? null
}

const operatorFields: EventFields<Operator> = { address: ({ address }) => address }

export function operatorEvent(
  context: EventContext,
  type: 'operator.added' | 'operator.removed',
  operator: Operator,
): NewEvent {
  const [before, after] = type === 'operator.added' ? [undefined, operator] : [operator, undefined]
  return newEvent(context, { type, changes: diffFields(operatorFields, before, after) })
}

const paymentFields: EventFields<Payment> = {
  id: ({ id }) => id,
  amount: ({ amount }) => String(amount),
  transaction: ({ settledTx }) => settledTx,
}

export function settledEvent(context: EventContext, payment: Payment): NewEvent {
  const changes = listFields(paymentFields, undefined, payment)
  return newEvent(context, { type: 'payment.settled', chainId: payment.chainId, changes })
}
