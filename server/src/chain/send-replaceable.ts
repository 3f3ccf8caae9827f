import { setTimeout as delay } from 'node:timers/promises'
import { type Address, formatEther, formatGwei, type Hex, keccak256, type LocalAccount } from 'viem'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/operator.ts'
import { classifySendError } from '../rpc/send-error.ts'
import { rpcErrorResponse, rpcRequest } from '../rpc/transport.ts'
import { toAppError } from './send-transaction-as.ts'

export interface ReplaceableTransaction {
  /** In errors: `beat`. */
  readonly title: string
  /** Of which no other program sends transactions. */
  readonly account: LocalAccount
  readonly to: Address
  readonly data: Hex
  /** That it may use. */
  readonly gas: bigint
  /** Wei per gas; no transaction has more. */
  readonly maxFeePerGas: bigint
  /** After so long without a block it is sent again with a higher fee; it is given up after four times as long. */
  readonly replaceAfterMs: number
  readonly signal: AbortSignal
  /** For each that the RPC has accepted. */
  readonly onSent: (hash: Hex) => void
  /** A mined transaction that has done the same, as of a run that was killed; undefined: none has. */
  readonly findSame: () => Promise<Hex | undefined>
}

const tries = 4
const pollMs = { first: 50, most: 2_000 } as const
/** Between a count and a receipt of nodes that do not agree yet. */
const receiptPolls = 5

interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Those that have been sent with one nonce, of which at most one is ever mined. */
interface Attempt {
  readonly nonce: number
  readonly hashes: Hex[]
  fees: Fees
}

/**
 * Returns the hash of the transaction once it is in a block. It always takes the first nonce that no block has: what waits there, of
 * this run or of one before, is replaced, so that of two only one is mined, and no nonce is left out.
 *
 * @throws AppError `BadRequestException` when the account cannot pay or it would revert; `UpstreamException` when it was reverted, or is
 * in no block after all tries; those of `operatorRpc`.
 */
export async function sendReplaceable(chain: ChainClient, transaction: ReplaceableTransaction): Promise<Hex> {
  await assertWouldSucceed(chain, transaction)
  await waitForPending(chain, transaction)
  const givenUpAt = performance.now() + tries * transaction.replaceAfterMs
  let attempt: Attempt | undefined
  let refusal: AppError | undefined
  while (performance.now() < givenUpAt) {
    const mined = (await findMined(chain, attempt)) ?? (await transaction.findSame())
    if (mined) return mined
    const nonce = await countOf(chain, transaction, 'latest')
    if (attempt?.nonce !== nonce)
      attempt = { nonce, hashes: [], fees: { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n } }
    refusal = await trySend(chain, transaction, attempt)
    await waitForNonce(chain, transaction, nonce)
  }
  const last = (await findMined(chain, attempt)) ?? (await transaction.findSame())
  if (last) return last
  throw refusal ?? notMinedError(chain, transaction, attempt)
}

function notMinedError(
  { id }: ChainClient,
  { title, maxFeePerGas }: ReplaceableTransaction,
  attempt?: Attempt,
) {
  const { hashes = [], fees } = attempt ?? {}
  return new AppError(
    'UpstreamException',
    `The ${title} ${hashes.at(-1) ?? ''} is in no block of chain ${id}, though its fee was raised to ` +
      `${formatGwei(fees?.maxFeePerGas ?? 0n)} gwei; ANCHOR_MAX_FEE_GWEI (${formatGwei(maxFeePerGas)}) bounds it. ` +
      'The next run replaces it.',
  )
}

function countOf(
  { client }: ChainClient,
  { account }: ReplaceableTransaction,
  blockTag: 'latest' | 'pending',
) {
  return client.getTransactionCount({ address: account.address, blockTag })
}

/** One of a run that was killed, or of another process with the key, may be about to be mined. */
async function waitForPending(chain: ChainClient, transaction: ReplaceableTransaction): Promise<void> {
  const nonce = await countOf(chain, transaction, 'latest')
  if ((await countOf(chain, transaction, 'pending')) > nonce) await waitForNonce(chain, transaction, nonce)
}

/** Until a block has it, or it is time to send again. */
async function waitForNonce(
  chain: ChainClient,
  transaction: ReplaceableTransaction,
  nonce: number,
): Promise<void> {
  const { replaceAfterMs, signal } = transaction
  const endsAt = performance.now() + replaceAfterMs
  for (let waitMs: number = pollMs.first; ; waitMs = Math.min(pollMs.most, waitMs * 2)) {
    if ((await countOf(chain, transaction, 'latest')) > nonce) return
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) return
    await delay(Math.min(waitMs, leftMs), undefined, { signal })
  }
}

/** @throws AppError when it was reverted. */
async function findMined(chain: ChainClient, attempt: Attempt | undefined): Promise<Hex | undefined> {
  for (let poll = 0; attempt && attempt.hashes.length > 0 && poll < receiptPolls; poll++) {
    for (const hash of attempt.hashes) {
      const receipt = await chain.client.getTransactionReceipt({ hash }).catch(rethrowUnlessMissing)
      if (receipt?.status === 'success') return hash
      if (receipt)
        throw new AppError('UpstreamException', `The transaction ${hash} on chain ${chain.id} was reverted.`)
    }
    await delay(pollMs.first * 2 ** poll)
  }
  return undefined
}

function rethrowUnlessMissing(error: unknown): undefined {
  if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return undefined
  throw toAppError(error, (message) => new AppError('UpstreamException', message))
}

/** Raises the fee until the RPC accepts it, or to the bound. Returns why it is refused; undefined: it is not. */
async function trySend(
  chain: ChainClient,
  transaction: ReplaceableTransaction,
  attempt: Attempt,
): Promise<AppError | undefined> {
  const { maxFeePerGas: bound, onSent } = transaction
  const estimated = await chain.client.estimateFeesPerGas()
  for (;;) {
    const before = attempt.fees
    attempt.fees = bounded(raised(before, estimated), bound)
    const { maxFeePerGas } = attempt.fees
    await assertCanPay(chain, transaction, maxFeePerGas)
    const raw = await sign(chain, transaction, attempt)
    const hash = keccak256(raw)
    const outcome = await sendRaw(chain, raw)
    if (outcome === 'accepted' || outcome === 'nonce-used') {
      if (!attempt.hashes.includes(hash)) attempt.hashes.push(hash)
      if (outcome === 'accepted') onSent(hash)
      return undefined
    }
    if (maxFeePerGas >= bound || maxFeePerGas === before.maxFeePerGas)
      return new AppError(
        'UpstreamException',
        `The RPC of chain ${chain.id} refuses the ${transaction.title} with a fee of ${formatGwei(maxFeePerGas)} gwei, which is ` +
          'the bound of ANCHOR_MAX_FEE_GWEI: another one waits with a higher fee, or the chain costs more.',
      )
  }
}

/** By a quarter: nodes require a tenth. */
function raised(before: Fees, estimated: Fees): Fees {
  const raise = (fee: bigint) => (fee === 0n ? 0n : (fee * 5n) / 4n + 1n)
  const larger = (one: bigint, other: bigint) => (one > other ? one : other)
  return {
    maxFeePerGas: larger(estimated.maxFeePerGas, raise(before.maxFeePerGas)),
    maxPriorityFeePerGas: larger(estimated.maxPriorityFeePerGas, raise(before.maxPriorityFeePerGas)),
  }
}

function bounded({ maxFeePerGas, maxPriorityFeePerGas }: Fees, bound: bigint): Fees {
  const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
  return {
    maxFeePerGas: smaller(maxFeePerGas, bound),
    maxPriorityFeePerGas: smaller(maxPriorityFeePerGas, bound),
  }
}

function sign(
  { id }: ChainClient,
  transaction: ReplaceableTransaction,
  { nonce, fees }: Attempt,
): Promise<Hex> {
  const { account, to, data, gas } = transaction
  return account.signTransaction({ type: 'eip1559', chainId: id, nonce, to, data, gas, ...fees })
}

/** @throws AppError without a response, or where the RPC may have it. */
async function sendRaw({ rpc }: ChainClient, raw: Hex): Promise<'accepted' | 'nonce-used' | 'refused'> {
  const { error } = await rpcRequest(rpc, { method: 'eth_sendRawTransaction', params: [raw] })
  if (!error) return 'accepted'
  const kind = classifySendError(error.message)
  if (kind === 'ambiguous') throw rpcErrorResponse(rpc, error)
  return kind === 'known' ? 'accepted' : kind
}

async function assertWouldSucceed(
  { id, client }: ChainClient,
  { title, account, to, data }: ReplaceableTransaction,
): Promise<void> {
  const actual = await client.getChainId()
  if (actual !== id)
    throw new AppError('UpstreamException', `The RPC configured for chain ${id} serves chain ${actual}.`)
  await client.estimateGas({ account: account.address, to, data }).catch((error: unknown) => {
    throw toAppError(
      error,
      (message) => new AppError('BadRequestException', `The ${title} would fail: ${message}`),
    )
  })
}

async function assertCanPay(
  { id, client }: ChainClient,
  { title, account, gas }: ReplaceableTransaction,
  maxFeePerGas: bigint,
): Promise<void> {
  const balance = await client.getBalance({ address: account.address })
  const cost = gas * maxFeePerGas
  if (balance >= cost) return
  throw new AppError(
    'BadRequestException',
    `${account.address} has ${formatEther(balance)} ETH on chain ${id}; the ${title} may cost ${formatEther(cost)} ETH.`,
  )
}
