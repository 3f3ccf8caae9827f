import { type Address, zeroAddress } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import { withNextHolder } from '../../ens/holder-addresses.ts'
import type { EnsName } from '../../ens/names.ts'
import type { Records } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import type { Subname } from '../../model/subname.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { deletePrimaryName } from '../../store/entities/primary-names.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { consumeSignedMessage, transferPurpose, verifySingleUseMessage } from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { asWallet, type EventContext, newEvent } from '../events/new-event.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { withoutGrants } from '../mapps/grants.ts'
import { updateRecords } from './change.ts'
import { assertClaimedBy, requireSubname, type SubnameDetails, subnameEtag } from './rules.ts'

export interface TransferSubname {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
  /** The next holder. */
  readonly to: Address
  /** Removes the addresses that would stay; absent: they stay. The message has it, too. */
  readonly clearsOthers?: boolean | undefined
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Gives a subname to another holder. The addresses of the former holder become the new one's (`coinTypesOfHolder`); grants
 * of mApps, and the holder's choice of the name as primary name, end. Rules in order: the next holder is not the zero
 * address, the subname exists, its domain is not blocked, the message is for this transfer and its signature is valid,
 * the signer is the holder, the subname is claimed, the next holder is another address, the message is unused.
 */
export async function transferSubname(context: CoreContext, input: TransferSubname): Promise<SubnameDetails> {
  const to = lowerCaseHex(input.to)
  if (to === zeroAddress) throw new AppError('BadRequestException', 'to: the zero address holds no name.')
  const details = await requireSubname(context, input.chainId, input.name)
  const { subname, domain } = details
  assertNotBlocked(domain)
  const { clearsOthers = false } = input
  const purpose = transferPurpose(subname.name, to, clearsOthers)
  const { signer, consumed } = await verifySingleUseMessage(context, input.caller, domain, purpose)
  const assertAllowed = (current: Subname) => {
    assertClaimedBy(current, signer)
    if (current.holder !== to) return
    throw new AppError('BadRequestException', `to: ${input.to} is the holder of ${current.name} already.`)
  }
  assertAllowed(subname)
  const walletContext = asWallet(context, signer)
  const transferred = await updateRecords(walletContext, {
    subname,
    event: 'subname.transferred',
    newHolder: to,
    change: (current) => {
      assertAllowed(current)
      assertIfMatch(current.name, subnameEtag({ ...details, subname: current }), input.ifMatch)
      return transferredRecords(current, to, clearsOthers)
    },
    inSameTransaction: async (transaction) => {
      await consumeSignedMessage(context, transaction, consumed)
      await removePrimaryName(walletContext, transaction, { ...details, holder: lowerCaseHex(signer) })
    },
  })
  return { ...details, subname: transferred }
}

function transferredRecords(
  { records, holder }: Subname,
  to: Subname['holder'],
  clearsOthers: boolean,
): Records {
  const addresses = withNextHolder(records.addresses, { from: holder, to, clearsOthers })
  return withoutGrants({ ...records, addresses })
}

/** The former holder's, if it is this name. */
async function removePrimaryName(
  context: EventContext,
  transaction: StoreTransaction,
  { subname, domain, holder }: Pick<SubnameDetails, 'subname' | 'domain'> & Pick<Subname, 'holder'>,
): Promise<void> {
  const { chainId, name } = subname
  if (!(await deletePrimaryName(transaction, { chainId, address: holder, name }))) return
  await appendEvents(
    transaction,
    newEvent(context, {
      type: 'primary_name.removed',
      chainId,
      name,
      domainId: domain.id,
      workspaceId: domain.workspaceId,
      changes: [{ field: 'name', key: holder, before: name, after: null }],
    }),
  )
}
