import { LRUCache } from 'lru-cache'
import { type Hex, keccak256, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { lowerCaseHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import type { RpcTransport } from '../rpc/transport.ts'
import { readFees, replacementFees } from './fees.ts'
import { isPaidIn, receiptSchema } from './receipt.ts'
import { getBlock, hexNumber, hexQuantity, rpcRead, rpcSimulate } from './rpc.ts'
import { isTransactionKnown, sendRawTransaction } from './send-transaction.ts'
import { encodeTransfer, maxTransferGas } from './transfer-call.ts'

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
