import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { matchReason, parseSearchText, type SearchText } from '../../ens/search-text.ts'
import type { Branding } from '../../model/branding.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import type { NameListing } from '../../store/listing/creation.ts'
import { type NamePosition, readNamePage } from '../../store/listing/names.ts'
import { type CoreContext, withReadReplica } from '../context.ts'
import { textKeyOfPreset } from '../images/read.ts'
import { type CursorPage, type CursorRequest, openCursor } from '../page.ts'
import { nameList } from '../subnames/list-names.ts'
import { domainNotFoundError, requireDomain } from './rules.ts'

/**
 * The text by which a holder keeps a name out of directories. A text goes wherever the records of a name go: through transfers, exports,
 * imports, moves and frozen copies.
 */
const directoryText = { key: 'byname.directory', hidden: 'hidden' } as const

/** The text of which a search finds a part. */
const displayedKey = 'name'

/** A name as the directory shows it. */
export interface DirectoryEntry {
  readonly name: EnsName
  readonly chainId: ChainId
  /** Text `name`; null without one. */
  readonly displayName: string | null
  /** The beginning of the text `description`; null without one. */
  readonly description: string | null
  readonly hasAvatar: boolean
}

export interface Directory extends CursorPage<DirectoryEntry> {
  /** Claimed names of the domain, with those that are not listed. */
  readonly claimedNames: number
}

interface ReadDirectory extends CursorRequest {
  readonly chainId: ChainId
  readonly name: EnsName
  /** Part of a label, or of the text `name`. */
  readonly search?: string | undefined
}

/** Pages of names that one request reads to fill its page. */
const maxRounds = 4

/**
 * Lists claimed names by their labels, without those that their holders keep out; a search first by label, then by the text `name`.
 * A page may have fewer names than `limit`, or none, before the last one.
 *
 * @throws AppError `EnsNotFound` for a domain without a directory, as for one that does not exist.
 */
export async function readDirectory(
  context: CoreContext,
  { chainId, name, search, after, limit }: ReadDirectory,
): Promise<Directory> {
  const domain = await requireDomain(withReadReplica(context), chainId, name)
  if (domain.isBlocked || domain.branding.directory === 'off')
    throw domainNotFoundError(domain.name, domain.chainId)
  const text = withoutHolders(parseSearchText(search ?? ''))
  const listing: NameListing = {
    domain,
    isClaimed: true,
    // A text that names another domain is one of none of these names.
    search: domain.name.startsWith(text.domain ?? '') ? text.label : undefined,
    words: text.words,
    textKeys: [displayedKey],
    order: 'label',
  }
  const list = ['directory', ...nameList(listing)] as const
  const at = openCursor<readonly [NamePosition['rank'], NamePosition['sortKey']]>(context, list, after)
  const entries: DirectoryEntry[] = []
  let position = at && { rank: at[0], sortKey: at[1] }
  for (let round = 0; round < maxRounds && entries.length < limit; round++) {
    const page = await readNamePage(context.store.replica, listing, {
      after: position,
      limit: limit - entries.length,
    })
    entries.push(...page.items.filter((subname) => isFound(text, domain, subname)).map(toEntry))
    position = page.end
    if (!position) break
  }
  return {
    items: entries,
    next: position ? context.cursors.seal(list, [position.rank, position.sortKey]) : null,
    claimedNames: domain.claimedCount,
  }
}

/** Whom the claim page shows. */
export interface DirectoryFaces {
  readonly claimedNames: number
  /** Newest first, at most `maxFaces`; none of those that are kept out. */
  readonly faces: readonly DirectoryEntry[]
}

const maxFaces = 5

/** Names among which the faces are. */
const facesAmong = 20

/** Of a domain as it is shown, by its branding; `undefined` without a directory or a name. */
export async function readFaces(
  context: CoreContext,
  { chainId, name, branding }: Pick<Domain, 'chainId' | 'name'> & { readonly branding: Branding },
): Promise<DirectoryFaces | undefined> {
  if (branding.directory === 'off') return undefined
  const domain = await requireDomain(withReadReplica(context), chainId, name)
  const page = await readNamePage(
    context.store.replica,
    { domain, isClaimed: true, order: 'newest' },
    { after: undefined, limit: facesAmong },
  )
  const listed = page.items.filter((subname) => !isHidden(subname)).map(toEntry)
  // Those with a picture of their own first.
  const faces = listed.toSorted((one, other) => Number(other.hasAvatar) - Number(one.hasAvatar))
  return domain.claimedCount === 0
    ? undefined
    : { claimedNames: domain.claimedCount, faces: faces.slice(0, maxFaces) }
}

/** A search by the address of a holder would be more than the page shows. */
function withoutHolders(text: SearchText): SearchText {
  return { ...text, holder: undefined }
}

function isFound(text: SearchText, domain: Domain, subname: Subname): boolean {
  if (isHidden(subname)) return false
  if (text.words === undefined && text.label === undefined) return true
  const texts = subname.records.texts.filter(({ key }) => key === displayedKey)
  return matchReason(text, { ...subname, domainName: domain.name, texts, tags: [] }) !== null
}

function isHidden({ records }: Subname): boolean {
  return textOf(records, directoryText.key) === directoryText.hidden
}

/** Characters of a description, as much as two lines hold. */
const maxDescription = 140

function toEntry({ name, chainId, records }: Subname): DirectoryEntry {
  return {
    name,
    chainId,
    displayName: textOf(records, displayedKey),
    description: shortened(textOf(records, 'description')),
    hasAvatar: textOf(records, textKeyOfPreset.avatar) !== null,
  }
}

function shortened(text: string | null): string | null {
  if (text === null) return null
  const characters = [...text.slice(0, 4 * maxDescription)]
  return characters.length <= maxDescription ? text : `${characters.slice(0, maxDescription - 1).join('')}…`
}

function textOf({ texts }: Subname['records'], key: string): string | null {
  return texts.find((text) => text.key === key)?.value ?? null
}
