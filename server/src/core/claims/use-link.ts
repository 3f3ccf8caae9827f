import { joinName } from '../../ens/names.ts'
import { AppError, type ErrorName } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { type InvitationLink, type InvitationLinkState, stateOfLink } from '../../model/invitation-link.ts'
import {
  countUse,
  findInvitationLink,
  findInvitationLinkByHash,
} from '../../store/entities/invitation-links.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { hashKey } from '../auth/keys.ts'
import type { CoreContext } from '../context.ts'

/** Of secrets that no link has, by network address. */
export interface GuessQuota {
  /**
   * Looks up one secret of an address at a time, so that those that come at once do not pass together; what is not found counts.
   *
   * @throws AppError `TooManyRequestsException` when it is used up, without looking up.
   */
  readonly find: <Found>(lookUp: () => Promise<Found | undefined>) => Promise<Found | undefined>
}

interface SecretOf {
  readonly domain: Domain
  readonly secret: string
  readonly guesses: GuessQuota
}

/**
 * The open link of a secret. It is found by the hash of the secret, so timing shows nothing of other secrets.
 *
 * @throws AppError `InvitationLinkNotFoundException`, and why it has ended.
 */
export async function requireOpenLink(
  context: CoreContext,
  { domain, secret, guesses }: SecretOf,
): Promise<InvitationLink> {
  const hash = hashKey(secret)
  const link = await guesses.find(() => findInvitationLinkByHash(context.store.db, domain, hash))
  if (!link)
    throw new AppError('InvitationLinkNotFoundException', `${domain.name} has no such invitation link.`)
  assertOpen(context, domain, link)
  return link
}

const endings: Readonly<
  Record<
    Exclude<InvitationLinkState, 'open'>,
    readonly [ErrorName, (domain: Domain, link: InvitationLink) => string]
  >
> = {
  revoked: [
    'InvitationLinkRevokedException',
    ({ name }) => `The owner of ${name} has revoked the invitation link.`,
  ],
  'used-up': [
    'InvitationLinkUsedUpException',
    (_, { maxUses }) =>
      `The invitation link was for ${maxUses} ${maxUses === 1 ? 'name, which is' : 'names, which are'} taken.`,
  ],
  expired: [
    'InvitationLinkExpiredException',
    (_, { expiresAt }) => `The invitation link was valid until ${new Date(expiresAt ?? 0).toISOString()}.`,
  ],
}

function assertOpen({ clock }: Pick<CoreContext, 'clock'>, domain: Domain, link: InvitationLink): void {
  const state = stateOfLink(link, clock())
  if (state === 'open') return
  const [error, describe] = endings[state]
  throw new AppError(error, describe(domain, link))
}

/**
 * The link with which a label is claimed; `undefined` without a secret.
 *
 * @throws AppError those of `requireOpenLink`, `BadRequestException` for another label than that of the link.
 */
export async function findClaimLink(
  context: CoreContext,
  {
    label,
    secret,
    ...input
  }: Omit<SecretOf, 'secret'> & { readonly label: string; readonly secret: string | undefined },
): Promise<InvitationLink | undefined> {
  if (secret === undefined) return undefined
  const link = await requireOpenLink(context, { ...input, secret })
  if (link.label !== null && link.label !== label)
    throw new AppError(
      'BadRequestException',
      `label: the invitation link is for ${joinName(link.label, input.domain.name)}.`,
    )
  return link
}

/** Counts a use in the transaction of the claim, so that there is never one too many. */
export async function consumeUse(
  context: CoreContext,
  tx: StoreTransaction,
  { domain, link }: { readonly domain: Domain; readonly link: InvitationLink },
): Promise<void> {
  if (await countUse(tx, link.key, context.clock())) return
  const current = await findInvitationLink(tx, domain, link.id)
  if (current) assertOpen(context, domain, current)
  throw new AppError('InvitationLinkNotFoundException', `${domain.name} has no such invitation link.`)
}
