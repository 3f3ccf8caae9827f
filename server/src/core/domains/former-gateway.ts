import { type Address, zeroAddress } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, joinName, storedName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { type FormerGateway, type FormerName, maxFormerSigners } from '../../model/former-gateway.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import { lockDomain, writeDomain } from '../../store/entities/domain-changes.ts'
import { appendEvents } from '../../store/entities/events.ts'
import {
  addFormerNames,
  collectFormerRemovals,
  deleteFormerNames,
  selectFormerNames,
} from '../../store/entities/former-names.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { type Caller, type CoreContext, settleAppError } from '../context.ts'
import { domainEvents } from '../events/entity-events.ts'
import { toFormerLookup } from '../lookup/former-holding.ts'
import type { FormerWildcard } from '../lookup/former-presence.ts'
import { maxImportsPerDay, readImportsLeft } from '../write-budgets.ts'
import { assertDomainWriteAccess, domainNotFoundError, requireDomain } from './rules.ts'

interface DomainOfCaller {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
}

/** A name that is left at the former gateway. */
interface NameLeft extends Pick<FormerName, 'firstAt' | 'lastAt'> {
  readonly name: string
}

/** Of a domain that imports on read. */
interface ImportState {
  /** Why no name comes over at the moment, a sentence; null: names do. */
  readonly pausedBecause: string | null
  /** Names that may come over now, of `maxImportsPerDay`. */
  readonly left: number
}

export interface FormerGatewayReport {
  readonly formerGateway: FormerGateway | null
  /** Null unless names come over as they are asked for. */
  readonly imports: ImportState | null
  /** Names that it answered for and that are not held here, at most `maxFormerNames`. */
  readonly count: number
  /** The last ones first, at most `maxReportedNames`. */
  readonly names: readonly NameLeft[]
}

export const maxReportedNames = 100

/** Names of the last seconds may be missing. */
export async function getFormerGateway(
  context: CoreContext,
  { caller, chainId, name }: DomainOfCaller,
): Promise<FormerGatewayReport> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  const { count, names } = await selectFormerNames(context.store.replica, domain, maxReportedNames)
  return {
    formerGateway: domain.formerGateway,
    imports: await readImportState(context, domain),
    count,
    names: names.map((left) => toNameLeft(domain, left)),
  }
}

async function readImportState(context: CoreContext, domain: Domain): Promise<ImportState | null> {
  const former = toFormerLookup(domain)
  if (!former?.gateway.importOnRead) return null
  const left = await readImportsLeft(context, domain)
  const wildcard = await settleAppError(() => context.formerWildcards.find(former, domain.chainId))
  return { pausedBecause: whyPaused(wildcard, left), left }
}

function whyPaused(wildcard: FormerWildcard | AppError, left: number): string | null {
  if (wildcard instanceof AppError) return null
  if (wildcard.kind !== 'none')
    return 'The former gateway answers for names of random letters, so each lookup of a name would issue it. Import a list of names instead.'
  return left > 0 ? null : `${maxImportsPerDay} names came over in a day. The next ones follow by and by.`
}

function toNameLeft(domain: Domain, { label, firstAt, lastAt }: FormerName): NameLeft {
  return { name: joinName(storedName(label), domain.name), firstAt, lastAt }
}

interface SetFormerGateway extends DomainOfCaller {
  readonly formerGateway: Omit<FormerGateway, 'resolver' | 'signers'> & {
    readonly resolver: Address
    readonly signers: readonly Address[]
  }
}

/**
 * Has lookups of names that the domain does not hold answered by its former gateway. What was removed here before, as far as
 * the event log goes back, is never asked for.
 *
 * @throws AppError `BadRequestException` for a URL that must not be requested.
 */
export async function setFormerGateway(
  context: CoreContext,
  { formerGateway: input, ...ref }: SetFormerGateway,
): Promise<FormerGatewayReport> {
  await write(context, ref, parseFormerGateway(context, input))
  return getFormerGateway(context, ref)
}

/** @throws AppError `BadRequestException` for a URL that must not be requested, no contract, and none or too many signers. */
export function parseFormerGateway(context: CoreContext, input: FormerGateway): FormerGateway {
  assertUrlTemplate(context, input.url)
  if (input.resolver === zeroAddress)
    throw new AppError('BadRequestException', 'resolver: the zero address is no contract.')
  const signers = [...new Set(input.signers.map(lowerCaseHex))]
  if (signers.length === 0 || signers.length > maxFormerSigners)
    throw new AppError('BadRequestException', `signers: give 1 to ${maxFormerSigners} addresses.`)
  const { url, signingScheme, importOnRead } = input
  return { url, resolver: lowerCaseHex(input.resolver), signingScheme, signers, importOnRead }
}

/** Names that the domain does not hold are absent from then on. */
export async function removeFormerGateway(
  context: CoreContext,
  ref: DomainOfCaller,
): Promise<FormerGatewayReport> {
  await write(context, ref, null)
  return { formerGateway: null, imports: null, count: 0, names: [] }
}

async function write(
  context: CoreContext,
  { caller, chainId, name }: DomainOfCaller,
  formerGateway: FormerGateway | null,
): Promise<void> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainWriteAccess(caller, domain)
  const changed = await context.store.inTurn(domain.id).transaction(async (tx) => {
    const before = await lockDomain(tx, domain.id)
    const after = await writeDomain(tx, domain, { formerGateway }, context.clock())
    if (!before || !after) return undefined
    if (formerGateway === null) await deleteFormerNames(tx, after)
    else if (before.formerGateway === null) await collectFormerRemovals(tx, after)
    await appendEvents(tx, ...domainEvents(context, { type: 'domain.changed', before, after }))
    return after
  })
  if (!changed) throw domainNotFoundError(domain.name, domain.chainId)
}

export const maxFormerUrlLength = 2_000

const placeholders = ['{sender}', '{data}'] as const

/** @throws AppError `BadRequestException`. */
function assertUrlTemplate({ assertFormerUrl }: CoreContext, url: string): void {
  const sample = placeholders.reduce((text, placeholder) => text.replaceAll(placeholder, '0x'), url)
  if (/[{}]/.test(sample))
    throw new AppError('BadRequestException', 'url: the placeholders are {sender} and {data} (EIP-3668).')
  try {
    assertFormerUrl(sample)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new AppError('BadRequestException', `url: the former gateway ${error.message}.`)
  }
  // A placeholder in the host would let a lookup choose it.
  if (!/^https?:\/\/[^/?#\\{}]+([/?#]|$)/i.test(url))
    throw new AppError('BadRequestException', 'url: the placeholders belong behind the host.')
}

/** Lookups do not read them, so the data version stays. @throws DatabaseUnavailableError, with what is not written kept. */
export function writeFormerNames({ store: { db }, formerNameLog }: CoreContext): Promise<void> {
  return formerNameLog.flush((domainKey, names) =>
    db.transaction().execute((tx) => addFormerNames(tx, domainKey, names)),
  )
}
