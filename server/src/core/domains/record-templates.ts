import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import type { EnsName } from '../../ens/names.ts'
import {
  countRecords,
  diffRecords,
  mergeRecords,
  parseRecordChanges,
  type RecordInput,
} from '../../ens/records.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { RecordTemplate } from '../../model/record-template.ts'
import { appendEvents } from '../../store/entities/events.ts'
import {
  deleteRecordTemplate,
  findRecordTemplate,
  selectRecordTemplates,
  writeRecordTemplate,
} from '../../store/entities/record-templates.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { type Caller, type CoreContext, newId } from '../context.ts'
import { templateEvent } from '../events/entity-events.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from '../page.ts'
import { assertDomainWriteAccess, lockWritableDomain, requireDomain } from './rules.ts'

/** Of a domain. */
export const maxRecordTemplates = 20

/** Of one template, so that all of a domain fit in a page; otherwise the bounds are those of a name. */
export const maxTemplateBytes = 16_384

interface DomainOfCaller {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
}

interface TemplateRef extends DomainOfCaller {
  readonly templateId: string
}

/** In the order of their names. */
export async function listRecordTemplates(
  context: CoreContext,
  { caller, chainId, domain: name, ...request }: DomainOfCaller & CursorRequest,
): Promise<CursorPage<RecordTemplate>> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  const list = {
    list: ['record templates', domain.id],
    positionOf: ({ name }: RecordTemplate) => [name],
    all: (await selectRecordTemplates(context.store.db, domain)).toSorted(byName),
  }
  return readPageOfAll(context, list, request)
}

/** As cursors compare, which is not the order of every database. */
function byName(one: RecordTemplate, other: RecordTemplate): number {
  return one.name < other.name ? -1 : 1
}

/** @throws AppError `TemplateNotFoundException`. */
export async function getRecordTemplate(
  context: CoreContext,
  { caller, chainId, domain: name, templateId }: TemplateRef,
): Promise<RecordTemplate> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  return requireTemplate(context.store.db, domain, templateId)
}

async function requireTemplate(
  db: Parameters<typeof findRecordTemplate>[0],
  domain: Domain,
  id: string,
): Promise<RecordTemplate> {
  const template = await findRecordTemplate(db, domain, id)
  if (template) return template
  throw new AppError('TemplateNotFoundException', `${domain.name} has no template ${id}.`)
}

interface TemplateInput {
  readonly name: string
  readonly records: RecordInput
}

/**
 * Rules in order: the domain exists, the caller may write names of it, it is not blocked, the records are valid, without an
 * address of coin type 60 and not none, the domain has fewer templates than the bound, the name is free.
 */
export async function addRecordTemplate(
  context: CoreContext,
  { name, records, ...ref }: DomainOfCaller & TemplateInput,
): Promise<RecordTemplate> {
  const { id, key } = await requireWritable(context, ref)
  const now = context.clock()
  const template: RecordTemplate = {
    id: newId(),
    domainKey: key,
    name,
    records: applyRecords(context, emptyRecords, records),
    createdAt: now,
    updatedAt: now,
  }
  await context.store.inTurn(id).plainTransaction(async (tx) => {
    const domain = await lockWritableDomain(tx, ref, id, 'names:write')
    const others = await selectRecordTemplates(tx, domain)
    if (others.length >= maxRecordTemplates)
      throw new AppError('LimitReachedException', `A domain has at most ${maxRecordTemplates} templates.`)
    assertFree(domain, others, template)
    await save(context, tx, { domain, template })
  })
  return template
}

/** Absent fields stay; each kind of records that is given replaces what the template has. Rules as those of a new one. */
export async function changeRecordTemplate(
  context: CoreContext,
  { templateId, name, records, ...ref }: TemplateRef & Partial<TemplateInput>,
): Promise<RecordTemplate> {
  const { id } = await requireWritable(context, ref)
  return context.store.inTurn(id).plainTransaction(async (tx) => {
    const domain = await lockWritableDomain(tx, ref, id, 'names:write')
    const before = await requireTemplate(tx, domain, templateId)
    const template = {
      ...before,
      name: name ?? before.name,
      records: applyRecords(context, before.records, records ?? {}),
      updatedAt: context.clock(),
    }
    const isSame = diffRecords(before.records, template.records).length === 0
    if (isSame && template.name === before.name) return before
    assertFree(domain, await selectRecordTemplates(tx, domain), template)
    await save(context, tx, { domain, before, template })
    return template
  })
}

/** Names that were made with it stay as they are. @throws AppError `TemplateNotFoundException`. */
export async function deleteTemplate(
  context: CoreContext,
  { templateId, ...ref }: TemplateRef,
): Promise<RecordTemplate> {
  const { id } = await requireWritable(context, ref)
  return context.store.inTurn(id).plainTransaction(async (tx) => {
    const domain = await lockWritableDomain(tx, ref, id, 'names:write')
    const before = await requireTemplate(tx, domain, templateId)
    await deleteRecordTemplate(tx, before.id)
    await appendEvents(tx, templateEvent(context, { type: 'domain.template_removed', domain, before }))
    return before
  })
}

async function requireWritable(
  context: CoreContext,
  { caller, chainId, domain: name }: DomainOfCaller,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainWriteAccess(caller, domain, 'names:write')
  return domain
}

function applyRecords(
  { rules }: CoreContext,
  before: RecordTemplate['records'],
  input: RecordInput,
): RecordTemplate['records'] {
  const limits = { ...rules.limits.records, total: Math.min(rules.limits.records.total, maxTemplateBytes) }
  const records = mergeRecords(before, parseRecordChanges(input, limits), limits, { replace: true })
  if (records.addresses.some(({ coinType }) => coinType === ethCoinType))
    throw new AppError(
      'InvalidRecordException',
      'A template has no address of coin type 60: that of a new name is the address of its holder.',
    )
  if (countRecords(records) === 0)
    throw new AppError('InvalidRecordException', 'A template has at least one record.')
  return records
}

function assertFree(domain: Domain, all: readonly RecordTemplate[], { id, name }: RecordTemplate): void {
  if (all.some((other) => other.name === name && other.id !== id))
    throw new AppError('TemplateAlreadyExistsException', `${domain.name} has a template “${name}” already.`)
}

interface Saved {
  readonly domain: Domain
  readonly before?: RecordTemplate
  readonly template: RecordTemplate
}

async function save(
  context: CoreContext,
  tx: StoreTransaction,
  { domain, before, template }: Saved,
): Promise<void> {
  await writeRecordTemplate(tx, template)
  const type = before ? 'domain.template_changed' : 'domain.template_added'
  await appendEvents(tx, templateEvent(context, { type, domain, before, after: template }))
}
