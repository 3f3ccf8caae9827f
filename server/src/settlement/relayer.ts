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

/** A transaction without its nonce. */
export interface TransactionDraft {
  readonly to: Hex
  readonly data: Hex
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

export interface SignedTransaction {
  readonly hash: Hex
  /** The bytes to send. Contains the payer's signature, so it is a secret. */
  readonly raw: Hex
}

/** A transaction with enough confirmations. */
interface MinedTransaction {
  readonly block: number
  /** Whether it succeeded and moved the amount from payer to payee. */
  readonly isPaid: boolean
}

/**
 * The account that sends payments and pays their gas, through the operator's RPC. All methods throw the AppErrors of
 * `operatorRpc` when it does not answer.
 */
export interface Relayer {
  /** 20 bytes, lower-case hex. */
  readonly address: Hex
  /**
   * Throws AppError `ServiceUnavailableException` when the balance is below the minimum, or the RPC serves another chain.
   * The result is cached for some seconds.
   */
  readonly assertReady: () => Promise<void>
  /** The number of the account's transactions that are mined (`latest`), or mined or in the node's pool (`pending`). */
  readonly transactionCount: (block: 'latest' | 'pending') => Promise<number>
  /** Drafts the transfer; null when it would revert, or exceed its gas limit. */
  readonly draft: (authorization: TransferAuthorization) => Promise<TransactionDraft | null>
  /** Drafts a no-op transaction with fees that replace the signed transaction `raw`; null: nothing to replace. */
  readonly draftNoop: (raw: Hex | null) => Promise<TransactionDraft>
  /** Signs; sends nothing. */
  readonly sign: (draft: TransactionDraft, nonce: number) => Promise<SignedTransaction>
  /**
   * Sends a transaction to the RPC, which may have it already. True if the RPC has it; false if the RPC rejects it and does not
   * have it, though others may. Throws when that is ambiguous.
   */
  readonly send: (raw: Hex) => Promise<boolean>
  /** Whether the node has the transaction, mined or not. */
  readonly isKnown: (hash: Hex) => Promise<boolean>
  /** Null until the transaction has enough confirmations. */
  readonly findMined: (hash: Hex, authorization: TransferAuthorization) => Promise<MinedTransaction | null>
}

interface RelayerOptions {
  readonly rpc: RpcTransport
  /** Private key of the account. */
  readonly key: Hex
  readonly terms: PaymentTerms
  /** Confirmations that a transaction needs; its own block counts. */
  readonly confirmations: number
  /** Minimum balance, wei. */
  readonly minRelayerBalanceWei: bigint
}

/** Milliseconds for which the account's balance and the RPC's chain are cached. */
const cacheTtlMs = 5_000

/** Gas of a transaction without data. */
const baseTransactionGas = 21_000n

/** Opens the account that sends payments; nothing is sent. The key is used here alone: the RPC never signs. */
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
        // At the latest block, not the pending one: pending transactions may never be mined, or after this one.
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
