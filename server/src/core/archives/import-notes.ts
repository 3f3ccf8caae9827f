import type { Label } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { changedNotes, distinctTags, type NameNotes, noNotes, parseTag } from '../../model/name-notes.ts'
import { type CoreContext, settleAppError, settleSync } from '../context.ts'
import { requireDomain } from '../domains/rules.ts'
import { previewNotes, rewriteNotes } from '../subnames/notes.ts'
import { type ImportedName, type ImportNames, type ImportResult, importNames } from './import.ts'
import { importSets } from './import-sets.ts'

/**
 * As `importNames`. Then the tags of names that were written or found equal are added, and their notes: with the rule `keep` to names
 * without one, else in its place. That is a transaction of its own: a repeated import adds what is missing. What has no place is a
 * sentence in the result, of a dry run too. Before, what holders of sealed names have signed is taken over (`importSets`).
 */
export async function importNamesWithNotes(
  context: CoreContext,
  input: ImportNames,
): Promise<readonly ImportResult[]> {
  const results = await importSets(context, input, await importNames(context, input))
  const labels = input.names.map((name, index) => labelWithNotes(name, results[index]))
  const parsed = new Map(
    input.names.flatMap((name, index) => {
      const label = labels[index]
      return label === undefined ? [] : [[label, settleSync(() => parseOwnNotes(name))] as const]
    }),
  )
  if (parsed.size === 0) return results
  const errors = await findErrors(context, input, parsed)
  return results.map((result, index) => {
    const error = errors(labels[index])
    return error
      ? { ...result, notes: [...result.notes, `Its tags and its note are left out. ${error.message}`] }
      : result
  })
}

/** Writes, but in a dry run. @returns why a name got neither tags nor note. */
async function findErrors(
  context: CoreContext,
  { caller, chainId, domain: domainName, rule, isDryRun }: ImportNames,
  parsed: ReadonlyMap<Label, NameNotes | AppError>,
): Promise<(label: Label | undefined) => AppError | undefined> {
  const domain = await requireDomain(context, chainId, domainName)
  const errorIn = (label: Label) => {
    const own = parsed.get(label)
    return own instanceof AppError ? own : undefined
  }
  const labels = [...parsed.keys()].filter((label) => !errorIn(label))
  const next = (label: Label, before: NameNotes) => {
    const own = parsed.get(label)
    const { tags, note } = own === undefined || own instanceof AppError ? noNotes : own
    const isTaken = note !== '' && (rule !== 'keep' || before.note === '')
    return changedNotes(before, { addTags: tags, ...(isTaken && { note }) })
  }
  const outcomes = isDryRun
    ? await previewNotes(context, { domain, labels }, next)
    : await settleAppError(() => rewriteNotes(context, { caller, domain, labels }, next))
  return (label) => {
    if (label === undefined) return undefined
    const outcome = outcomes instanceof AppError ? outcomes : outcomes.get(label)
    return errorIn(label) ?? (outcome instanceof AppError ? outcome : undefined)
  }
}

/** That of a name that the import has written or found equal, if there are tags or a note for it. */
function labelWithNotes(
  { tags = [], note = '' }: ImportedName,
  result: ImportResult | undefined,
): Label | undefined {
  if (!result || result.outcome instanceof AppError || result.outcome === 'kept') return undefined
  return tags.length === 0 && note === '' ? undefined : (result.normalized ?? undefined)
}

/** @throws AppError `BadRequestException` for a tag that is not valid. */
function parseOwnNotes({ tags = [], note = '' }: ImportedName): NameNotes {
  return { tags: [...distinctTags(tags.map(parseTag)).values()], note: note.normalize('NFC').trim() }
}
