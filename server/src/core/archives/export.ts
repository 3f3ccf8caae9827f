import type { Address, Hex } from 'viem'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { type NameNotes, noNotes } from '../../model/name-notes.ts'
import type { Subname } from '../../model/subname.ts'
import { listAllowedAddresses } from '../../store/entities/allowed-addresses.ts'
import { readEventBounds, sequenceEvents } from '../../store/entities/events.ts'
import { selectNotes } from '../../store/entities/name-notes.ts'
import { selectSetResponses } from '../../store/entities/seals.ts'
import { pageOfEvents } from '../../store/listing/events.ts'
import { type NamePosition, readNamePage } from '../../store/listing/names.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { consumeSignedMessage, exportPurpose, verifySingleUseMessage } from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked, requireDomain } from '../domains/rules.ts'
import { type ReadableEvent, toReadableEvent } from '../events/event-cursor.ts'
import { findRecordImages, type RecordImage } from '../images/record-images.ts'
import { type DomainPolicy, readPolicy } from '../policies/policy.ts'
import { isController } from '../subnames/remove.ts'
import { chargeWrite } from '../write-budgets.ts'

interface ExportDomain {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  /** With the events of the domain. */
  readonly withHistory: boolean
}

/** With the images of its records that this service stores, and what its workspace keeps about it. */
export interface ExportedName extends Subname, NameNotes {
  readonly images: readonly RecordImage[]
  /** What the holder of a sealed name has signed; absent: nothing that is here. */
  readonly sealedSet: Hex | undefined
}

export interface DomainExport extends DomainPolicy {
  /** Milliseconds since 1970. */
  readonly exportedAt: number
  /** Of the records of the domain's own name. */
  readonly images: readonly RecordImage[]
  /** In ascending order, some at a time. */
  readonly allowList: AsyncIterable<readonly Address[]>
  /** In the order of labels, some at a time. */
  readonly names: AsyncIterable<readonly ExportedName[]>
  /** The oldest first, some at a time; absent unless asked for. */
  readonly events: AsyncIterable<readonly ReadableEvent[]> | undefined
}

/** Names that one page reads; fewer where their records are large. */
const namesPerPage = 500

/** Few enough for a short line. */
export const addressesPerPage = 1000

const eventsPerPage = 500

/**
 * All of a domain, read page by page: a name that exists all the while is there once, and one that changes meanwhile is there as it
 * was before or after.
 *
 * Invitation links are not there: their secrets are stored as hashes alone. Tags and notes are of the workspace, as events are: the
 * signature of an owner does not read them.
 *
 * For a credential with the permission `names:export`, or an address that controls the domain on chain: an owner can leave an operator
 * who does not respond.
 */
export async function exportDomain(context: CoreContext, input: ExportDomain): Promise<DomainExport> {
  const { caller, chainId } = input
  const domain = await requireDomain(context, chainId, input.domain)
  assertNotBlocked(domain)
  const isOfWorkspace = caller.apiKey !== undefined || caller.session !== undefined
  if (isOfWorkspace) assertDomainAccess(caller, domain, 'names:export')
  else if (input.withHistory) throw historyError()
  else await assertControlled(context, caller, domain)
  const settings = await readPolicy(context.store.db, domain)
  const [images = []] = await findRecordImages(context.store.db, [domain.records])
  return {
    ...settings,
    exportedAt: context.clock(),
    images,
    allowList: pagesOfAllowList(context, domain),
    names: pagesOfNames(context, domain, isOfWorkspace),
    events: input.withHistory ? pagesOfEvents(context, domain) : undefined,
  }
}

/** Events have the keys and members of a workspace, and values that former holders have erased from sight. */
function historyError() {
  return new AppError('ForbiddenException', 'The history needs an API key or a session, not a signature.')
}

async function assertControlled(context: CoreContext, caller: Caller, domain: Domain): Promise<void> {
  const purpose = exportPurpose(domain.name)
  const { signer, consumed } = await verifySingleUseMessage(context, caller, domain, purpose)
  if (!(await isController(context, domain, signer)))
    throw new AppError(
      'NotHolderException',
      `${signer} does not control ${domain.name} on chain ${domain.chainId}.`,
    )
  const wallet = lowerCaseHex(signer)
  await chargeWrite(context, { wallet, domainId: domain.id, bytes: 0 })
  await context.store.inTurn(wallet).plainTransaction((tx) => consumeSignedMessage(context, tx, consumed))
}

async function* pagesOfNames(
  { store: { replica } }: CoreContext,
  domain: Domain,
  withNotes: boolean,
): AsyncGenerator<readonly ExportedName[]> {
  const listing = { domain, order: 'label' } as const
  let after: NamePosition | undefined
  do {
    const { items, keys, end } = await readNamePage(replica, listing, { after, limit: namesPerPage })
    const images = await findRecordImages(
      replica,
      items.map(({ records }) => records),
    )
    const notes = withNotes ? await selectNotes(replica, keys) : undefined
    const sets = await selectSetResponses(replica, keys)
    yield items.map((name, index) => ({
      ...name,
      ...(notes?.get(name.id) ?? noNotes),
      images: images[index] ?? [],
      sealedSet: sets.get(name.id),
    }))
    after = end
  } while (after !== undefined)
}

async function* pagesOfAllowList(
  { store: { replica } }: CoreContext,
  domain: Domain,
): AsyncGenerator<readonly Address[]> {
  let after: Hex | undefined
  do {
    const addresses = await listAllowedAddresses(replica, domain, { after, limit: addressesPerPage })
    if (addresses.length > 0) yield addresses.map(checksumAddress)
    after = addresses.length === addressesPerPage ? addresses.at(-1) : undefined
  } while (after !== undefined)
}

/** Those in the log now, of the workspace that has the domain: an earlier one had keys and members of its own. */
async function* pagesOfEvents(
  context: CoreContext,
  { id, workspaceId }: Domain,
): AsyncGenerator<readonly ReadableEvent[]> {
  const { store } = context
  await sequenceEvents(store)
  const { newest } = await readEventBounds(store.db)
  const filter = { workspaceId, domainIds: [id], until: newest }
  let after = 0
  for (;;) {
    const query = { filter, after, limit: eventsPerPage, order: 'oldest' } as const
    const { events, end, hasMore } = await pageOfEvents(store.db, query)
    if (events.length > 0) yield events.map((event) => toReadableEvent(context, event))
    if (!hasMore) return
    after = end
  }
}
