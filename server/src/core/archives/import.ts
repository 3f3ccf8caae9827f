import { type Hex, zeroAddress } from 'viem'
import { checksumAddress } from '../../crypto/evm-address.ts'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { type EnsName, type Label, parseNewLabel } from '../../ens/names.ts'
import type { RecordLimits } from '../../ens/record-limits.ts'
import { mergeRecords, parseRecordChanges, type RecordInput } from '../../ens/records.ts'
import { emptyRecords, storedAddress, withEthAddress } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { type PlannedName, type PlannedNames, withPlanned } from '../../listings/import-plan.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { findSubnames } from '../../store/entities/subnames.ts'
import { assertDomainAccess, isAdministrator } from '../auth/access.ts'
import { type Caller, type CoreContext, settleSync } from '../context.ts'
import { assertNotBlocked, requireDomain } from '../domains/rules.ts'
import { grantsKey } from '../mapps/grants.ts'
import type { IndexedItem } from '../subnames/batch/evaluate-batch.ts'
import { applyBatch, assertReadable } from '../subnames/batch.ts'
import { unusableReservationError } from '../subnames/invitations.ts'
import { parseHolder, resolverOfDomain } from '../subnames/rules.ts'
import {
  effectWithoutWrite,
  type ImportContent,
  type ImportEffect,
  type ImportRule,
  importItem,
} from './import-item.ts'
import { checkTimes } from './import-times.ts'

/** A name as it was elsewhere. */
export interface ImportedName {
  /** Of its line or entry in the file, counted from 1. */
  readonly row: number
  readonly label: string
  readonly isClaimed: boolean
  /** Absent: the address of coin type 60; without one, the name has no holder. */
  readonly holder?: string | undefined
  readonly records: RecordInput
  /** Milliseconds since 1970; absent: now. */
  readonly createdAt?: number | undefined
  readonly updatedAt?: number | undefined
  /** Of a claimed name; absent: when it was created. */
  readonly claimedAt?: number | undefined
  /** Of its workspace there; absent: none. Not written here: see `importNamesWithNotes`. */
  readonly tags?: readonly string[] | undefined
  readonly note?: string | undefined
  /** What the holder of a sealed name has signed. Not written here: see `importNamesWithNotes`. */
  readonly sealedSet?: Hex | undefined
}

export interface ImportNames {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  /** At most `maxImportedNames`. */
  readonly names: readonly ImportedName[]
  /** For a name that exists here with other content. */
  readonly rule: ImportRule
  /** Finds the results without writing anything. */
  readonly isDryRun: boolean
  /** Of a dry run, what earlier parts would add. */
  readonly planned?: PlannedNames | undefined
  /** Takes names also that the former gateway has for another holder, or while it does not answer. */
  readonly overridesFormer?: boolean
}

/** Of one transaction. */
export const maxImportedNames = 1000

/** What an import does, or would do, to one name. */
export interface ImportResult {
  readonly row: number
  /** As it was given. */
  readonly label: string
  /** Null: it cannot be. */
  readonly normalized: Label | null
  readonly outcome: ImportEffect | AppError
  /** The holder before the import, of a name that was replaced; null if none was. */
  readonly replacedHolder: Hex | null
  /** What differs here from what was given. */
  readonly notes: readonly string[]
}

/**
 * Takes over names as they were elsewhere: with their times, holders and reservations. A name that exists with equal content is
 * left alone, so an import can be repeated after it was interrupted.
 *
 * Rules in order: the domain exists, is not blocked, the key may write to it, and may revoke names unless existing ones are kept;
 * then those of an issued name, each with its own result; a name that its former gateway has for the same holder is one.
 */
export async function importNames(
  context: CoreContext,
  input: ImportNames,
): Promise<readonly ImportResult[]> {
  const { caller, names, rule, isDryRun, planned = nothingPlanned, overridesFormer = false } = input
  const domain = await requireDomain(context, input.chainId, input.domain)
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, rule === 'keep' ? 'names:write' : 'names:revoke')
  const resolver = await resolverOfDomain(context, domain)
  const batch = { caller, domain, resolver, isAtomic: false, isDryRun, planned, overridesFormer }
  return (await importInParts(context, batch, names, rule)).results
}

const nothingPlanned: PlannedNames = { names: 0, holders: [], labels: [] }

type Target = Omit<Parameters<typeof applyBatch>[1], 'items' | 'planned'> & {
  readonly planned: PlannedNames
}

interface ImportedPart {
  readonly results: readonly ImportResult[]
  /** What it adds and replaces. */
  readonly written: readonly PlannedName[]
}

/** The records that a transaction reads are bounded: what is too much is done in halves. */
async function importInParts(
  context: CoreContext,
  target: Target,
  names: readonly ImportedName[],
  rule: ImportRule,
): Promise<ImportedPart> {
  try {
    return await importOnce(context, target, names, rule)
  } catch (error) {
    if (!(error instanceof AppError && error.name === 'PayloadTooLargeException') || names.length < 2)
      throw error
    const middle = Math.ceil(names.length / 2)
    const first = await importInParts(context, target, names.slice(0, middle), rule)
    const planned = target.isDryRun ? withPlanned(target.planned, first.written) : target.planned
    const second = await importInParts(context, { ...target, planned }, names.slice(middle), rule)
    return { results: [...first.results, ...second.results], written: [...first.written, ...second.written] }
  }
}

async function importOnce(
  context: CoreContext,
  target: Target,
  names: readonly ImportedName[],
  rule: ImportRule,
): Promise<ImportedPart> {
  const effects = new Map<number, ImportEffect>()
  const replaced = new Map<number, Hex>()
  const rows = new Map<string, number>()
  const contents = names.map((name) => settleSync(() => toContent(context, target, name, rows)))
  const existing = await readExisting(context, target.domain, contents)
  const items = contents.flatMap((content, index): readonly IndexedItem[] => {
    if (content instanceof AppError) return [{ index, label: '', prepared: content }]
    const before = existing.get(content.label)
    const effect = before && effectWithoutWrite(before, content, rule)
    if (effect) effects.set(index, effect)
    if (effect) return []
    const onEffect = (effect: ImportEffect, before?: Subname) => {
      effects.set(index, effect)
      if (before) replaced.set(index, before.holder)
      else replaced.delete(index)
    }
    return [{ index, label: content.label, prepared: importItem(context, { content, rule, onEffect }) }]
  })
  const rights = { signer: undefined, mayRevoke: true, isController: undefined }
  const applied = items.length > 0 ? await applyBatch(context, { ...target, items }, rights) : []
  const errors = new Map(
    applied.flatMap(({ index, outcome }) => (outcome instanceof AppError ? [[index, outcome] as const] : [])),
  )
  const results = names.map((name, index) => {
    const { row, label } = name
    const outcome = errors.get(index) ?? effects.get(index)
    if (!outcome) throw new Error('Each imported name has a result.')
    const content = contents[index]
    const replacedHolder = (!errors.has(index) && replaced.get(index)) || null
    const notes =
      content && !(content instanceof AppError) ? notesOf(target, name, { ...content, replacedHolder }) : []
    const normalized = content && !(content instanceof AppError) ? content.label : null
    return { row, label, normalized, outcome, replacedHolder, notes }
  })
  const written = results.flatMap(({ outcome, replacedHolder }, index): readonly PlannedName[] => {
    const content = contents[index]
    if (!content || content instanceof AppError) return []
    const { label, holder } = content
    if (outcome !== 'added' && replacedHolder === null) return []
    return [{ label, holder, ...(replacedHolder !== null && { replacedHolder }) }]
  })
  return { results, written }
}

/**
 * Names that exist are compared before the transaction, which locks what it reads: a repeated import neither writes nor locks. What is
 * found to differ is compared again there.
 */
async function readExisting(
  { store: { db } }: CoreContext,
  domain: Domain,
  contents: readonly (ImportContent | AppError)[],
): Promise<ReadonlyMap<string, Subname>> {
  const labels = contents.flatMap((content) => (content instanceof AppError ? [] : [content.label]))
  await assertReadable(db, domain, labels)
  return findSubnames(db, domain, labels)
}

interface CheckedContent extends ImportContent {
  /** Of what was not taken over. */
  readonly notes: readonly string[]
}

/** @throws AppError `InvalidNameException`, `InvalidRecordException`; `SubdomainAlreadyExistsException` for a second row of one name. */
export function toContent(
  context: CoreContext,
  { domain, caller }: Pick<Target, 'domain' | 'caller'>,
  name: ImportedName,
  rows: Map<string, number>,
): CheckedContent {
  const { limits } = context.rules
  const label = parseNewLabel(name.label)
  const earlier = rows.get(label)
  if (earlier !== undefined)
    throw new AppError(
      'SubdomainAlreadyExistsException',
      `${label}.${domain.name} is in row ${earlier} already.`,
    )
  rows.set(label, name.row)
  const { isClaimed } = name
  const claimedAt = isClaimed ? name.claimedAt : undefined
  const { times, notes } = checkTimes({ ...name, claimedAt }, context.clock())
  return { label, ...toHeldRecords(caller, name, limits.records), isClaimed, ...times, notes }
}

/** Every name has an address of coin type 60, which is zero where it has none. @throws AppError `InvalidRecordException`. */
function toHeldRecords(
  caller: Caller,
  { holder: text, isClaimed, records: input }: ImportedName,
  limits: RecordLimits,
): Pick<ImportContent, 'records' | 'holder'> {
  const texts = input.texts?.filter(({ key }) => mayImportText(caller, key))
  const given = mergeRecords(emptyRecords, parseRecordChanges({ ...input, texts }, limits), limits)
  const records = withEthAddress(given)
  const holder = text === undefined ? storedAddress(records, ethCoinType) : parseHolder(text)
  if (!isClaimed && (holder ?? zeroAddress) === zeroAddress) throw unusableReservationError()
  return { records, holder: holder ?? zeroAddress }
}

/** A holder grants rights to mApps; a workspace must not do it in their place. */
function mayImportText(caller: Caller, key: string): boolean {
  return key !== grantsKey || isAdministrator(caller)
}

function notesOf(
  { caller }: Pick<Target, 'caller'>,
  { label, holder, records }: ImportedName,
  content: CheckedContent & Pick<ImportResult, 'replacedHolder'>,
): readonly string[] {
  const hasAddress = records.addresses?.some(({ coinType }) => coinType === ethCoinType) === true
  return [
    ...content.notes,
    ...(holder === undefined && !hasAddress ? ['It has no Ethereum address, so it has no holder.'] : []),
    ...(content.replacedHolder !== null && content.replacedHolder !== content.holder
      ? [`It changes its holder, who was ${checksumAddress(content.replacedHolder)}.`]
      : []),
    ...(content.label === label ? [] : [`It is normalized: ${content.label}`]),
    ...(records.texts?.every(({ key }) => mayImportText(caller, key)) === false
      ? [
          `The text ${grantsKey} is left out: holders grant rights to mApps, and only an operator imports them.`,
        ]
      : []),
  ]
}
