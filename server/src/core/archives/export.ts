import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { type NamePosition, readNamePage } from '../../store/listing/names.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { verifySignedMessage } from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { maxMessageAgeMs } from '../domains/control.ts'
import { assertNotBlocked, requireDomain } from '../domains/rules.ts'
import { type DomainPolicy, readPolicy } from '../policies/policy.ts'
import { isController } from '../subnames/remove.ts'

interface ExportDomain {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
}

export interface DomainExport extends DomainPolicy {
  /** Milliseconds since 1970. */
  readonly exportedAt: number
  /** In the order of labels, some at a time. */
  readonly names: AsyncIterable<readonly Subname[]>
}

/** Names that one page reads; fewer where their records are large. */
const namesPerPage = 500

/**
 * All of a domain, read page by page: a name that exists all the while is there once, and one that changes meanwhile is there as it
 * was before or after.
 *
 * For a credential with the permission `names:export`, or an address that controls the domain on chain: an owner can leave an
 * operator who does not respond.
 */
export async function exportDomain(context: CoreContext, input: ExportDomain): Promise<DomainExport> {
  const { caller, chainId } = input
  const domain = await requireDomain(context, chainId, input.domain)
  assertNotBlocked(domain)
  if (caller.apiKey || caller.session) assertDomainAccess(caller, domain, 'names:export')
  else await assertControlled(context, caller, domain)
  const settings = await readPolicy(context.store.db, domain)
  return { ...settings, exportedAt: context.clock(), names: pagesOfNames(context, domain) }
}

async function assertControlled(context: CoreContext, caller: Caller, domain: Domain): Promise<void> {
  const audience = { ...domain, maxAgeMs: maxMessageAgeMs }
  const signer = await verifySignedMessage(context, caller.signedMessage, audience)
  if (await isController(context, domain, signer)) return
  throw new AppError(
    'NotHolderException',
    `${signer} does not control ${domain.name} on chain ${domain.chainId}.`,
  )
}

async function* pagesOfNames(
  { store: { replica } }: CoreContext,
  domain: Domain,
): AsyncGenerator<readonly Subname[]> {
  const listing = { domain, order: 'label' } as const
  let after: NamePosition | undefined
  do {
    const { items, end } = await readNamePage(replica, listing, { after, limit: namesPerPage })
    yield items
    after = end
  } while (after !== undefined)
}
