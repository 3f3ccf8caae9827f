import type { Label } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { distinctTags, type NameNotes, parseTag } from '../../model/name-notes.ts'
import { type CoreContext, settleSync } from '../context.ts'
import { requireDomain } from '../domains/rules.ts'
import { addNotesToNames } from '../subnames/notes.ts'
import { type ImportedName, type ImportNames, type ImportResult, importNames } from './import.ts'

/**
 * As `importNames`. Then the tags of names that were written or found equal are added, and their notes: with the rule `keep` to names
 * without one, else in its place. That is a transaction of its own: a repeated import adds what is missing. What has no place is a
 * sentence in the result.
 */
export async function importNamesWithNotes(
  context: CoreContext,
  input: ImportNames,
): Promise<readonly ImportResult[]> {
  const { caller, chainId, names, rule, isDryRun } = input
  const results = await importNames(context, input)
  if (isDryRun) return results
  const labels = names.map((name, index) => labelWithNotes(name, results[index]))
  const parsed = new Map(
    names.flatMap((name, index) => {
      const label = labels[index]
      return label === undefined ? [] : [[label, settleSync(() => parseOwnNotes(name))] as const]
    }),
  )
  if (parsed.size === 0) return results
  const notes = new Map(
    [...parsed].flatMap(([label, own]) => (own instanceof AppError ? [] : [[label, own]])),
  )
  const domain = await requireDomain(context, chainId, input.domain)
  const errors = await addNotesToNames(context, { caller, domain, notes, replaces: rule !== 'keep' })
  return results.map((result, index) => {
    const label = labels[index]
    if (label === undefined) return result
    const own = parsed.get(label)
    const error = own instanceof AppError ? own : errors.get(label)
    if (!error) return result
    return { ...result, notes: [...result.notes, `Its tags and its note are left out. ${error.message}`] }
  })
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
