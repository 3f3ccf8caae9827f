import type { ChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import type { MessageOfWallet } from '../../model/holder-message.ts'
import { dismissMessage, selectMessagesOfWallet } from '../../store/entities/holder-messages.ts'
import { verifyOwnReader } from '../auth/own-reader.ts'
import type { Caller, CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPage } from '../page.ts'

interface ListOwnMessages extends CursorRequest {
  readonly caller: Caller
  readonly chainId: ChainId
}

/**
 * Messages for the wallet that signed, as the holder of names that it still has, the newest first: those that it has not dismissed
 * and that have not expired. Each is listed once, whatever the number of its names. Those of blocked domains are left out.
 */
export async function listOwnMessages(
  context: CoreContext,
  { caller, chainId, ...request }: ListOwnMessages,
): Promise<CursorPage<MessageOfWallet>> {
  const { wallet: holder, chainId: ownChainId } = await verifyOwnReader(context, { caller, chainId })
  const now = context.clock()
  const list = {
    list: ['messages of a wallet', holder, String(ownChainId ?? '')],
    positionOf: ({ key }: MessageOfWallet) => key,
    read: (after: number | undefined, limit: number) =>
      selectMessagesOfWallet(context.store.db, { holder, chainId: ownChainId, after, now, limit }),
  }
  return readPage(context, list, request)
}

interface DismissOwnMessage {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly messageId: string
}

/**
 * Ends a message for the wallet that signed, for all names that it has it for. A repetition changes nothing.
 *
 * @returns When it was dismissed first.
 * @throws AppError `MessageNotFoundException`, also for a message for others.
 */
export async function dismissOwnMessage(
  context: CoreContext,
  { caller, chainId, messageId: id }: DismissOwnMessage,
): Promise<number> {
  const { wallet: holder, chainId: ownChainId } = await verifyOwnReader(context, { caller, chainId })
  const now = context.clock()
  const dismissedAt = await context.store
    .inTurn(`messages ${holder}`)
    .plainTransaction((tx) => dismissMessage(tx, { id, holder, chainId: ownChainId, now }))
  if (dismissedAt !== undefined) return dismissedAt
  throw new AppError('MessageNotFoundException', `There is no message ${id} for this wallet.`)
}
