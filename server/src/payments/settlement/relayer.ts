import { LRUCache } from 'lru-cache'
import { encodeEventTopics, type Hex, keccak256, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { AppError } from '../../errors.ts'
import type { PaymentTerms, TransferAuthorization } from '../../model/payment.ts'
import { classifySendError } from '../../rpc/send-error.ts'
import { type RpcTransport, rpcErrorResponse, rpcRequest } from '../../rpc/transport.ts'
import {
  encodeTransfer,
  getBlock,
  hexBytes,
  hexNumber,
  hexQuantity,
  isPaidIn,
  maxTransferGas,
  parseResult,
  readFees,
  receiptSchema,
  replacementFees,
  rpcRead,
  rpcSimulate,
  tokenAbi,
} from './chain.ts'

export interface TransactionDraft {
  readonly to: Hex
  readonly data: Hex
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

export interface SignedTransaction {
  readonly hash: Hex
  /** Secret: contains the payer's signature. */
  readonly raw: Hex
}

interface MinedTransaction {
  readonly block: number
  /** Succeeded and moved the amount. */
  readonly isPaid: boolean
}

/** Sends payments and pays their gas. Methods throw the AppErrors of `operatorRpc`. */
export interface Relayer {
  /** 20 bytes, lower-case hex. */
  readonly address: Hex
  /**
   * Throws AppError `ServiceUnavailableException` below the minimum balance or on another chain. Cached for seconds.
   */
  readonly assertReady: () => Promise<void>
  /** Mined (`latest`), or also pooled (`pending`). */
  readonly transactionCount: (block: 'latest' | 'pending') => Promise<number>
  /** Null when the transfer would revert, or exceed its gas limit. */
  readonly draft: (authorization: TransferAuthorization) => Promise<TransactionDraft | null>
  /** A no-op whose fees replace the signed transaction `raw`, if any. */
  readonly draftNoop: (raw: Hex | null) => Promise<TransactionDraft>
  /** Sends nothing. */
  readonly sign: (draft: TransactionDraft, nonce: number) => Promise<SignedTransaction>
  /**
   * True if the RPC has it, now or before; false if rejected, though other nodes may have it. Throws when ambiguous.
   */
  readonly send: (raw: Hex) => Promise<boolean>
  /** Mined or not. */
  readonly isKnown: (hash: Hex) => Promise<boolean>
  /** Null before enough confirmations. */
  readonly findMined: (hash: Hex, authorization: TransferAuthorization) => Promise<MinedTransaction | null>
}

interface RelayerOptions {
  readonly rpc: RpcTransport
  readonly key: Hex
  readonly terms: PaymentTerms
  /** The transaction's own block counts. */
  readonly confirmations: number
  readonly minRelayerBalanceWei: bigint
}

const cacheTtlMs = 5_000

/** Without call data. */
const baseTransactionGas = 21_000n

/** The RPC never signs. */
export function openRelayer({
  rpc,
  key,
  terms,
  confirmations,
  minRelayerBalanceWei,
}: RelayerOptions): Relayer {
  const account = privateKeyToAccount(key)
  const address = lowerCaseHex(account.address)
  const readAccount = async () => {
    const [chainId, balance] = await Promise.all([
      rpcRead(rpc, 'eth_chainId', [], hexNumber),
      rpcRead(rpc, 'eth_getBalance', [address, 'latest'], hexQuantity),
    ])
    return { chainId, balance }
  }
  const cachedAccount = new LRUCache<Hex, Awaited<ReturnType<typeof readAccount>>>({
    max: 1,
    ttl: cacheTtlMs,
    fetchMethod: readAccount,
  })
  return {
    address,
    assertReady: async () => {
      const { chainId, balance } = await cachedAccount.forceFetch(address)
      if (chainId !== terms.chainId || balance < minRelayerBalanceWei)
        throw new AppError(
          'ServiceUnavailableException',
          'Payments cannot be accepted at the moment. Retry later.',
        )
    },
    transactionCount: (block) => rpcRead(rpc, 'eth_getTransactionCount', [address, block], hexNumber),
    draft: async (authorization) => {
      const data = encodeTransfer(authorization, terms)
      const call = { from: address, to: terms.asset, data, gas: numberToHex(maxTransferGas) }
      const [gas, fees] = await Promise.all([
        // Pending transactions may never be mined, or only after this one.
        rpcSimulate(rpc, 'eth_estimateGas', [call, 'latest'], hexQuantity),
        readFees(rpc),
      ])
      return gas === null ? null : { to: terms.asset, data, gas: (gas * 5n) / 4n, ...fees }
    },
    draftNoop: async (raw) => {
      const fees = await readFees(rpc)
      return {
        to: address,
        data: '0x',
        gas: baseTransactionGas,
        ...(raw === null ? fees : replacementFees(raw, fees)),
      }
    },
    sign: async (draft, nonce) => {
      const raw = await account.signTransaction({ ...draft, type: 'eip1559', chainId: terms.chainId, nonce })
      return { hash: keccak256(raw), raw }
    },
    send: (raw) => sendRawTransaction(rpc, raw),
    isKnown: (hash) => isTransactionKnown(rpc, hash),
    findMined: async (hash, authorization) => {
      const [receipt, latest] = await Promise.all([
        rpcRead(rpc, 'eth_getTransactionReceipt', [hash], receiptSchema.nullable()),
        getBlock(rpc),
      ])
      if (!receipt || latest.number - receipt.blockNumber + 1 < confirmations) return null
      return { block: receipt.blockNumber, isPaid: isPaidIn(receipt, authorization) }
    },
  }
}

const method = 'eth_sendRawTransaction'

/**
 * True when the node has it, also from before; false when it refuses it and does not have it.
 * @throws AppError when ambiguous or without a reply, without the transaction or the node's text.
 */
async function sendRawTransaction(rpc: RpcTransport, raw: Hex): Promise<boolean> {
  const hash = keccak256(raw)
  const { error, result } = await rpcRequest(rpc, { method, params: [raw] })
  if (!error) {
    const expectedHash = hexBytes.refine((returnedHash) => returnedHash === hash)
    parseResult(rpc, method, result, expectedHash)
    return true
  }
  const kind = classifySendError(error.message)
  if (kind === 'known') return true
  if (kind === 'ambiguous') throw rpcErrorResponse(rpc, error)
  return isTransactionKnown(rpc, hash)
}

/** Mined or pending. */
async function isTransactionKnown(rpc: RpcTransport, hash: Hex): Promise<boolean> {
  const transaction = z.object({ hash: hexBytes }).nullable()
  return (await rpcRead(rpc, 'eth_getTransactionByHash', [hash], transaction)) !== null
}

/** Providers allow 10,000 on chains such as Base. */
const blocksPerQuery = 5_000

/** About a week on Base. */
const maxQueries = 60

export interface AuthorizationUse {
  readonly hash: Hex
  readonly block: number
}

interface TransferSearch {
  readonly fromBlock: number
  readonly latestBlock: number
  /** The transaction's own block counts. */
  readonly confirmations: number
  /** Used or cancelled, at the newest block. */
  readonly isUsed: () => Promise<boolean>
}

/**
 * Finds the transaction that made a transfer, from any sender. Null only if no block up to the newest, or up
 * to one after expiry, has it.
 * @throws AppError as `rpcRead`; `UpstreamException` while undetermined: too few confirmations, a lagging node, or
 * `fromBlock` too far back.
 */
export async function findTransfer(
  rpc: RpcTransport,
  authorization: TransferAuthorization,
  { fromBlock, latestBlock, confirmations, isUsed }: TransferSearch,
): Promise<AuthorizationUse | null> {
  const searchLimit = fromBlock + maxQueries * blocksPerQuery
  for (let first = fromBlock; first <= latestBlock; first += blocksPerQuery) {
    if (first >= searchLimit) throw undetermined(rpc)
    const last = Math.min(first + blocksPerQuery - 1, latestBlock)
    const use = await findAuthorizationLog(rpc, authorization, first, last)
    if (use)
      return use.isCancelled
        ? null
        : confirmTransfer(rpc, authorization, use.hash, latestBlock - confirmations + 1)
    if (last < latestBlock && (await isAuthorizationExpiredBy(rpc, authorization, last))) return null
  }
  if (await isUsed()) throw undetermined(rpc)
  return null
}

function undetermined({ name }: RpcTransport): AppError {
  return new AppError('UpstreamException', `${name} cannot confirm the outcome of the transfer yet.`)
}

function topicOf(
  eventName: 'AuthorizationUsed' | 'AuthorizationCanceled',
  { from, nonce }: TransferAuthorization,
) {
  return encodeEventTopics({ abi: tokenAbi, eventName, args: { authorizer: from, nonce } })
}

const authorizationLogsSchema = z.array(z.object({ transactionHash: hexBytes, topics: z.array(hexBytes) }))

/** Finds the use or cancellation of the authorization; either is final. */
async function findAuthorizationLog(
  rpc: RpcTransport,
  authorization: TransferAuthorization,
  first: number,
  last: number,
) {
  const [used, payer, nonce] = topicOf('AuthorizationUsed', authorization)
  const [cancelled] = topicOf('AuthorizationCanceled', authorization)
  const filter = {
    address: authorization.asset,
    topics: [[used, cancelled], payer, nonce],
    fromBlock: numberToHex(first),
    toBlock: numberToHex(last),
  }
  const [found] = await rpcRead(rpc, 'eth_getLogs', [filter], authorizationLogsSchema)
  return found && { hash: found.transactionHash, isCancelled: found.topics[0] === cancelled }
}

async function confirmTransfer(
  rpc: RpcTransport,
  authorization: TransferAuthorization,
  hash: Hex,
  lastConfirmed: number,
): Promise<AuthorizationUse | null> {
  const receipt = await rpcRead(rpc, 'eth_getTransactionReceipt', [hash], receiptSchema.nullable())
  if (!receipt || receipt.blockNumber > lastConfirmed) throw undetermined(rpc)
  return isPaidIn(receipt, authorization) ? { hash, block: receipt.blockNumber } : null
}

async function isAuthorizationExpiredBy(
  rpc: RpcTransport,
  { validBefore }: TransferAuthorization,
  block: number,
): Promise<boolean> {
  return (await getBlock(rpc, numberToHex(block))).timestamp >= validBefore
}
