import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, joinName, type Label, storedLabel } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import {
  changedNotes,
  distinctTags,
  foldTag,
  type NameNotes,
  type NotesChange,
  noNotes,
  parseTag,
} from '../../model/name-notes.ts'
import { maxTagsOfDomain, maxTagsOfName } from '../../model/note-limits.ts'
import { appendEvents } from '../../store/entities/events.ts'
import {
  countTags,
  ensureTags,
  findNameKeys,
  lockNameKeys,
  type NameKey,
  selectNotes,
  writeNotes,
} from '../../store/entities/name-notes.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { assertDomainAccess } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import {
  assertDomainWriteAccess,
  assertNotBlocked,
  lockWritableDomain,
  requireDomain,
} from '../domains/rules.ts'
import { notesEvent } from '../events/notes-event.ts'
import { assertIfMatch, entityTagOf, type IfMatch } from '../if-match.ts'
import { requireSubname, subnameNotFoundError } from './rules.ts'

/** Of one transaction. */
export const maxNotedNames = 1000

interface NameOfCaller {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
}

export interface NotesOfName {
  readonly name: EnsName
  readonly notes: NameNotes
  /** Another subname with the same name has other notes. */
  readonly etag: string
}

/** For the workspace of the domain alone. @throws AppError `SubnameNotFoundException`. */
export async function readNotes(
  context: CoreContext,
  { caller, chainId, name }: NameOfCaller,
): Promise<NotesOfName> {
  const { subname, domain } = await requireSubname(context, chainId, name)
  assertDomainAccess(caller, domain)
  assertNotBlocked(domain)
  const { db } = context.store
  const [found] = await findNameKeys(db, domain, [subname.label])
  const notes = found && (await selectNotes(db, [found.key])).get(found.id)
  return withEtag(name, subname.id, notes ?? noNotes)
}

function withEtag(name: EnsName, id: string, notes: NameNotes): NotesOfName {
  return { name, notes, etag: entityTagOf([id, notes.tags, notes.note]) }
}

interface ChangeNotes extends NameOfCaller {
  readonly change: NotesChange
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Rules in order: the name exists, the caller may write names of the domain, which is not blocked, the tags are valid, the state is
 * the expected one, the name has at most `maxTagsOfName` tags and the domain `maxTagsOfDomain` different ones.
 */
export async function changeNotes(
  context: CoreContext,
  { caller, chainId, name, change, ifMatch }: ChangeNotes,
): Promise<NotesOfName> {
  const { subname, domain } = await requireSubname(context, chainId, name)
  assertDomainWriteAccess(caller, domain, 'names:write')
  const parsed = parseChange(change)
  return context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    const [found] = await lockNameKeys(tx, domain, [subname.label])
    if (!found) throw subnameNotFoundError(name, chainId)
    const current = await lockWritableDomain(tx, { caller, domain: domain.name }, domain.id, 'names:write')
    const before = (await selectNotes(tx, [found.key])).get(found.id) ?? noNotes
    assertIfMatch(`The tags and the note of ${name}`, withEtag(name, found.id, before).etag, ifMatch)
    const after = changedNotes(before, parsed)
    const error = tooManyTags(name, after)
    if (error) throw error
    await writeAll(context, tx, current, [{ found, before, after }])
    const notes = (await selectNotes(tx, [found.key])).get(found.id) ?? noNotes
    return withEtag(name, found.id, notes)
  })
}

interface ChangeNotesOfNames {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  /** At most `maxNotedNames`. */
  readonly labels: readonly Label[]
  readonly change: NotesChange
}

export interface NotedName {
  readonly label: Label
  readonly outcome: 'changed' | 'unchanged' | AppError
}

/**
 * The same change to many names of one domain, in one transaction. A name that does not exist, or would have too many tags, has an
 * error of its own, and the others are changed; more than `maxTagsOfDomain` different tags change none.
 */
export async function changeNotesOfNames(
  context: CoreContext,
  { caller, chainId, domain: domainName, labels, change }: ChangeNotesOfNames,
): Promise<readonly NotedName[]> {
  const domain = await requireDomain(context, chainId, domainName)
  assertDomainWriteAccess(caller, domain, 'names:write')
  const parsed = parseChange(change)
  const outcomes = await rewriteNotes(
    context,
    { caller, domain, labels: [...new Set(labels)] },
    (_, before) => changedNotes(before, parsed),
  )
  const missing = (label: Label) => subnameNotFoundError(joinName(label, domain.name), chainId)
  return labels.map((label) => ({ label, outcome: outcomes.get(label) ?? missing(label) }))
}

interface NotedNames {
  readonly caller: Caller
  readonly domain: Domain
  /** At most `maxNotedNames`, different ones. */
  readonly labels: readonly Label[]
}

/**
 * What becomes of the notes of those names that exist, by label, in one transaction.
 *
 * @throws AppError `LimitReachedException`, with nothing written, for more than `maxTagsOfDomain` different tags.
 */
export async function rewriteNotes(
  context: CoreContext,
  { caller, domain, labels }: NotedNames,
  next: (label: Label, before: NameNotes) => NameNotes,
): Promise<ReadonlyMap<Label, NotedName['outcome']>> {
  return context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    const found = await lockNameKeys(tx, domain, labels)
    const current = await lockWritableDomain(tx, { caller, domain: domain.name }, domain.id, 'names:write')
    const keys = found.map(({ key }) => key)
    const stored = await selectNotes(tx, keys)
    const outcomes = new Map<Label, NotedName['outcome']>()
    const changes = found.flatMap((name) => {
      const label = storedLabel(name.label)
      const before = stored.get(name.id) ?? noNotes
      const after = next(label, before)
      const error = tooManyTags(joinName(label, domain.name), after)
      outcomes.set(label, error ?? (isSame(before, after) ? 'unchanged' : 'changed'))
      return error ? [] : [{ found: name, before, after }]
    })
    await writeAll(context, tx, current, changes)
    return outcomes
  })
}

/** Why `rewriteNotes` would leave names as they are, also of names that do not exist yet. */
export async function previewNotes(
  { store: { db } }: CoreContext,
  { domain, labels }: Omit<NotedNames, 'caller'>,
  next: (label: Label, before: NameNotes) => NameNotes,
): Promise<ReadonlyMap<Label, AppError>> {
  const found = await findNameKeys(db, domain, labels)
  const keys = found.map(({ key }) => key)
  const stored = await selectNotes(db, keys)
  const ids = new Map(found.map(({ label, id }) => [label, id]))
  const after = labels.map(
    (label) => [label, next(label, stored.get(ids.get(label) ?? '') ?? noNotes)] as const,
  )
  const errors = after.flatMap(([label, notes]) => {
    const error = tooManyTags(joinName(label, domain.name), notes)
    return error ? [[label, error] as const] : []
  })
  const refused = new Set(errors.map(([label]) => label))
  const written = after.flatMap(([label, { tags }]) => (refused.has(label) ? [] : tags))
  const used = (await countTags(db, domain)).map(({ title }) => title)
  if (distinctTags([...used, ...written]).size <= maxTagsOfDomain) return new Map(errors)
  return new Map(labels.map((label) => [label, tooManyTagsOfDomain(domain)]))
}

interface TagsOfDomain {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
}

/** Those that names have, in the order of their texts without case, with the numbers of names. */
export async function listTags(context: CoreContext, { caller, chainId, domain: name }: TagsOfDomain) {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  assertNotBlocked(domain)
  return countTags(context.store.db, domain)
}

/** @throws AppError `BadRequestException`. */
function parseChange({ tags, addTags, removeTags, note }: NotesChange): NotesChange {
  return {
    tags: tags?.map(parseTag),
    addTags: addTags?.map(parseTag),
    removeTags: removeTags?.map(parseTag),
    note: note?.normalize('NFC').trim(),
  }
}

function tooManyTags(name: string, { tags }: NameNotes): AppError | undefined {
  return tags.length <= maxTagsOfName
    ? undefined
    : new AppError('LimitReachedException', `${name} would have more than ${maxTagsOfName} tags.`)
}

function tooManyTagsOfDomain({ name }: Domain): AppError {
  return new AppError(
    'LimitReachedException',
    `${name} would have more than ${maxTagsOfDomain} different tags. Remove one from all of its names first.`,
  )
}

function isSame(before: NameNotes, after: NameNotes): boolean {
  const texts = (notes: NameNotes) => JSON.stringify([notes.tags.map(foldTag), notes.note])
  return texts(before) === texts(after)
}

interface WrittenChange {
  readonly found: NameKey
  readonly before: NameNotes
  readonly after: NameNotes
}

async function writeAll(
  context: CoreContext,
  tx: StoreTransaction,
  domain: Domain,
  changes: readonly WrittenChange[],
): Promise<void> {
  const changed = changes.filter(({ before, after }) => !isSame(before, after))
  if (changed.length === 0) return
  const wanted = distinctTags(changed.flatMap(({ after }) => after.tags))
  const tags = await ensureTags(tx, domain, [...wanted.values()])
  if (!tags) throw tooManyTagsOfDomain(domain)
  // A tag is spelled as the domain has it.
  const spelled = changed.map(({ found, before, after }) => {
    const own = after.tags.map((tag) => tags.get(foldTag(tag))?.title ?? tag)
    return { ...found, found, before, after: { ...after, tags: own } }
  })
  await writeNotes(tx, tags, spelled, context.clock())
  const { id: domainId, chainId, workspaceId } = domain
  const events = spelled.map(({ found, before, after }) => {
    const subname = { chainId, domainId, name: joinName(storedLabel(found.label), domain.name) }
    return notesEvent(context, { subname, workspaceId, before, after })
  })
  await appendEvents(tx, ...events)
}
