import { minedReceipt } from '@byname/devnet/mined-receipt'
import { generatePrivateKey } from 'viem/accounts'
import type { TransferAuthorization } from '../../../src/model/payment.ts'
import type {
  Relayer,
  SignedTransaction,
  TransactionDraft,
} from '../../../src/payments/settlement/relayer.ts'
import type { Fault } from '../chain/faulty-rpc.ts'
import { signOwnTransfer } from './authorizations.ts'
import type { PaymentChain } from './chain.ts'

/** A payment with the transaction that makes it. */
export interface SignedPayment extends SignedTransaction {
  readonly authorization: TransferAuthorization
  readonly draft: TransactionDraft
}

/** A new relayer with an ether, so that tests do not share nonces. */
export async function createRelayer(chain: PaymentChain, confirmations = 1): Promise<Relayer> {
  const relayer = chain.openRelayer({ key: generatePrivateKey(), confirmations })
  await chain.control.setBalance({ address: relayer.address, value: 10n ** 18n })
  return relayer
}

/** Drafts a valid transfer. */
export async function draftTransfer(
  relayer: Relayer,
  authorization: TransferAuthorization,
): Promise<TransactionDraft> {
  const draft = await relayer.draft(authorization)
  if (!draft) throw new Error('The transfer would revert.')
  return draft
}

/** A payment by a new payer, signed by a relayer with the given nonce, and not sent. */
export async function signNewPayment(
  chain: PaymentChain,
  relayer: Relayer,
  nonce = 0,
): Promise<SignedPayment> {
  const authorization = await signOwnTransfer(await chain.newPayer())
  const draft = await draftTransfer(relayer, authorization)
  return { authorization, draft, ...(await relayer.sign(draft, nonce)) }
}

/** Sends a transaction, which has to be accepted, and waits for its block, whose number it returns. */
export async function mine(
  chain: PaymentChain,
  relayer: Relayer,
  { raw, hash }: SignedTransaction,
): Promise<number> {
  if (!(await relayer.send(raw))) throw new Error('The transaction was refused.')
  return Number((await minedReceipt(chain.control, hash)).blockNumber)
}

/** Runs while the chain accepts transactions and mines none; at the end a block with all of them is mined. */
export async function withoutMining<T>(
  { control }: Pick<PaymentChain, 'control'>,
  run: () => Promise<T>,
): Promise<T> {
  await control.setAutomine(false)
  try {
    return await run()
  } finally {
    await control.mine({ blocks: 1 })
    await control.setAutomine(true)
  }
}

/** Runs while the node fails a method. */
export async function withFault<T>(
  { node }: PaymentChain,
  method: string,
  fault: Fault,
  run: () => Promise<T>,
): Promise<T> {
  const undo = node.addFault({ ...fault, method })
  try {
    return await run()
  } finally {
    undo()
  }
}
