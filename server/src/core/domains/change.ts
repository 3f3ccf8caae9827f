import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { mergeRecords, parseRecordChanges, type RecordInput } from '../../ens/records.ts'
import type { Records } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import type { Branding, BrandingChanges, BrandingLink } from '../../model/branding.ts'
import { type Domain, maxSharedMaxAge, type PlanChanges } from '../../model/domain.ts'
import type { EventType } from '../../model/event.ts'
import { parseOwnerLink } from '../../model/owner-link.ts'
import {
  type DomainChanges,
  lockDomain,
  updateDomainRecords,
  writeDomain,
} from '../../store/entities/domain-changes.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { countDomainsAllowingAnyOrigin } from '../../store/listing/domains.ts'
import { type Permission, parseOriginRules } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { domainEvents } from '../events/entity-events.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { retryOnConflict } from '../retry-on-conflict.ts'
import {
  assertDomainWriteAccess,
  type DomainRef,
  domainEtag,
  requireDomain,
  requireDomainWriteAccess,
} from './rules.ts'

/**
 * `event` is `domain.changed` if absent.
 *
 * @throws AppError `EnsNotFound` when the domain was deleted or moved since the read.
 */
export async function changeDomain(
  context: CoreContext,
  domain: Domain,
  changes: DomainChanges,
  event: EventType = 'domain.changed',
): Promise<Domain> {
  const now = context.clock()
  const changed = await context.store.inTurn(domain.id).transaction(async (tx) => {
    const before = await lockDomain(tx, domain.id)
    const after = await writeDomain(tx, domain, changes, now)
    if (before && after) await appendEvents(tx, ...domainEvents(context, { type: event, before, after }))
    return after
  })
  if (changed) return changed
  throw new AppError('EnsNotFound', `${domain.name} was deleted or moved by another request.`)
}

interface DomainUpdate {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
  /** `null`: any, absent: unchanged. */
  readonly allowedOrigins?: readonly string[] | null | undefined
  /** Seconds; `null`: never, absent: unchanged. */
  readonly sharedMaxAge?: number | null | undefined
  /** Merged; an empty value deletes. */
  readonly records?: RecordInput
  /** Replaces each supplied kind of records instead of merging it; absent: false. */
  readonly replace?: boolean
  /** Merged. */
  readonly branding?: BrandingChanges | undefined
  readonly ifMatch?: IfMatch | undefined
}

/** Atomic. The branding belongs to the claim page, everything else to the domain. The domain's own records are bounded like those of a name. */
export async function updateDomain(
  context: CoreContext,
  { caller, chainId, name, records = {}, replace, branding, ifMatch, ...settings }: DomainUpdate,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  const { allowedOrigins, sharedMaxAge } = settings
  const isLookOnly = [allowedOrigins, sharedMaxAge, ...Object.values(records)].every(
    (one) => one === undefined,
  )
  const permission = isLookOnly ? 'claim-page:write' : 'domains:write'
  assertDomainWriteAccess(caller, domain, permission)
  const limits = context.rules.limits.records
  const changes = parseRecordChanges(records, limits)
  return changeDomainRecords(context, {
    caller,
    domainId: domain.id,
    permission,
    change: (current) => {
      assertIfMatch(current.name, domainEtag(current), ifMatch)
      return mergeRecords(current.records, changes, limits, { ...(replace && { replace }) })
    },
    otherChanges: (current) => ({
      ...(allowedOrigins !== undefined && {
        allowedOrigins: allowedOrigins && parseOriginRules(allowedOrigins),
      }),
      ...(sharedMaxAge !== undefined && { sharedMaxAge }),
      ...(branding && { branding: changeBranding(current.branding, branding) }),
    }),
  })
}

interface DomainRecordsChange extends DomainRef {
  readonly permission: Permission
  /** May throw. */
  readonly change: (current: Domain) => Records
  /** Of the state that `change` gets; absent: none. */
  readonly otherChanges?: (current: Domain) => DomainChanges
}

/** Changes a domain's own records. After a concurrent write, access is checked and the change computed again. */
export function changeDomainRecords(
  context: CoreContext,
  { permission, change, otherChanges, ...domainRef }: DomainRecordsChange,
): Promise<Domain> {
  return retryOnConflict('The domain', async () => {
    const domain = await requireDomainWriteAccess(context, domainRef, permission)
    const records = change(domain)
    const changes = otherChanges?.(domain) ?? {}
    const update = { domain, records, changes, updatedAt: context.clock() }
    return context.store.inTurn(domain.id).transaction(async (tx) => {
      const before = await lockDomain(tx, domain.id)
      const after = await updateDomainRecords(tx, update)
      if (before && after)
        await appendEvents(tx, ...domainEvents(context, { type: 'domain.changed', before, after }))
      return after
    })
  })
}

export const brandingLimits = { title: 80, words: 2000, links: 10, linkTitle: 80, url: 2000 } as const

/** Controls other than line feeds, and the marks by which text can show in another order than it has. */
const hiddenCharacters = /[^\P{Cc}\n]|[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u

/** Fields of `changes` replace those of `branding`, links as a whole. */
export function changeBranding(branding: Branding, changes: BrandingChanges): Branding {
  const { accent, title, words, links } = changes
  const { offersPasskey = branding.offersPasskey, directory = branding.directory } = changes
  return {
    accent: accent === undefined ? branding.accent : accent && parseAccent(accent),
    title: title === undefined ? branding.title : parseText('branding.title', title, brandingLimits.title),
    words:
      words === undefined
        ? branding.words
        : parseText('branding.words', words, brandingLimits.words, { isLong: true }),
    links: links === undefined ? branding.links : parseLinks(links),
    offersPasskey,
    directory,
  }
}

function parseAccent(text: string): string {
  const accent = text.toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(accent)) throw invalid('branding.accent', 'is not a colour such as #1a56db')
  const ratio = groundContrast(accent)
  if (ratio >= minContrast) return accent
  throw invalid(
    'branding.accent',
    `has a contrast of ${Math.floor(ratio * 100) / 100}:1 on the light and the dark page, and needs ${minContrast}:1 on ` +
      'one of them: use a darker or a lighter colour',
  )
}

/** Trimmed; the characters are code points. @throws AppError `BadRequestException` with the field. */
export function parseText(
  field: string,
  text: string,
  maxCharacters: number,
  { isLong = false } = {},
): string {
  const trimmed = text.replaceAll('\r\n', '\n').trim()
  if (hiddenCharacters.test(trimmed) || (!isLong && trimmed.includes('\n')))
    throw invalid(field, 'holds control characters')
  if ([...trimmed].length > maxCharacters) throw invalid(field, `has more than ${maxCharacters} characters`)
  return trimmed
}

function parseLinks(links: readonly BrandingLink[]): readonly BrandingLink[] {
  if (links.length > brandingLimits.links)
    throw invalid('branding.links', `has more than ${brandingLimits.links} links`)
  return links.map(({ title, url }, index) => {
    const field = `branding.links.${index}`
    const parsedTitle = parseText(`${field}.title`, title, brandingLimits.linkTitle)
    if (parsedTitle === '') throw invalid(`${field}.title`, 'is empty')
    return { title: parsedTitle, url: parseLinkUrl(`${field}.url`, url) }
  })
}

function parseLinkUrl(field: string, text: string): string {
  const link = parseOwnerLink(text)
  if ('problem' in link) throw invalid(field, link.problem)
  if (link.url.length > brandingLimits.url)
    throw invalid(field, `has more than ${brandingLimits.url} characters`)
  return link.url
}

function invalid(field: string, problem: string): AppError {
  return new AppError('BadRequestException', `${field}: ${problem}.`)
}

/** Lightest and darkest grounds that pages may have. */
const pageGrounds = { light: '#ffffff', dark: '#121316' } as const

/** Level AA for text (WCAG 2.2, success criterion 1.4.3). */
export const minContrast = 4.5

const black = '#000000'
const white = '#ffffff'

/** The contrast ratio of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const luminances = [luminance(one), luminance(other)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

/** Of a button and the ground that it contrasts with more. */
export function groundContrast(accent: string): number {
  return Math.max(...Object.values(pageGrounds).map((ground) => contrastRatio(accent, ground)))
}

/** Black or white, on a button of the colour; one of them always reaches `minContrast`. */
export function textColorOn(accent: string): typeof black | typeof white {
  return contrastRatio(accent, white) >= contrastRatio(accent, black) ? white : black
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => linear(color.slice(start, start + 2)))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** sRGB, from two hex digits. */
function linear(digits: string): number {
  const value = Number.parseInt(digits, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** `null`: any. */
interface AllowedOrigins {
  readonly chainId: ChainId
  readonly name: EnsName
  readonly allowedOrigins: readonly string[] | null
}

/**
 * Sets the sites for which subname holders may sign, as the operator. Messages for other sites are rejected, including
 * earlier challenges.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `EnsNotFound`, those of `parseOriginRules`.
 */
export async function setAllowedOriginsAsOperator(
  context: CoreContext,
  { chainId, name, allowedOrigins }: AllowedOrigins,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  return changeDomain(context, domain, { allowedOrigins: allowedOrigins && parseOriginRules(allowedOrigins) })
}

interface SharedMaxAge {
  readonly chainId: ChainId
  readonly name: EnsName
  /** Seconds, from 1 to `maxSharedMaxAge`; `null`: never. */
  readonly sharedMaxAge: number | null
}

/**
 * Sets for how long shared caches may keep responses to lookups, as the operator.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `EnsNotFound`, `BadRequestException` beyond the bounds.
 */
export async function setSharedMaxAgeAsOperator(
  context: CoreContext,
  { chainId, name, sharedMaxAge }: SharedMaxAge,
): Promise<Domain> {
  if (sharedMaxAge !== null && (sharedMaxAge < 1 || sharedMaxAge > maxSharedMaxAge))
    throw invalid('sharedMaxAge', `is not from 1 to ${maxSharedMaxAge} seconds`)
  return changeDomain(context, await requireDomain(context, chainId, name), { sharedMaxAge })
}

/** `undefined` when every domain restricts its sites. */
export async function originAdvice({ store }: CoreContext): Promise<string | undefined> {
  const count = await countDomainsAllowingAnyOrigin(store.health)
  if (count === 0) return undefined
  const domains = count === 1 ? '1 domain accepts' : `${count} domains accept`
  return `${domains} messages that were signed for any site; restrict the sites in the settings of the domain, or with "byname domains set-origins".`
}

/** `null`: unlimited. A lower limit removes no names. */
export async function setDomainLimit(
  context: CoreContext,
  { limit, ...domainRef }: DomainRef & { readonly limit: number | null },
): Promise<Domain> {
  return changeDomain(context, await requireDomainWriteAccess(context, domainRef), { userChosenLimit: limit })
}

interface SetDomainPlan {
  readonly chainId: ChainId
  readonly name: EnsName
  readonly plan: PlanChanges
}

/** Removes no names. */
export async function setDomainPlan(
  context: CoreContext,
  { chainId, name, plan }: SetDomainPlan,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  return changeDomain(context, domain, { plan })
}
