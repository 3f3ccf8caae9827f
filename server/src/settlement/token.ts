import { encodeFunctionData, type Hex, numberToHex } from 'viem'
import { walletAbi } from '../ens/abis.ts'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import type { RpcTransport } from '../rpc/transport.ts'
import { type AuthorizationUse, findTransfer } from './find-transfer.ts'
import { getBlock, hexBytes, rpcSimulate } from './rpc.ts'
import { tokenAbi } from './token-abi.ts'
import { encodeTransfer, maxTransferGas } from './transfer-call.ts'

/** A transfer at the newest block. */
interface TransferCheck {
  /** Number of that block. */
  readonly block: number
  /** Its time, seconds since 1970. */
  readonly time: bigint
  /** Balance of the payer, base units. */
  readonly balance: bigint
  /** Whether the authorization was used or cancelled. */
  readonly isUsed: boolean
  /** Whether the token would make the transfer now. */
  readonly isTransferable: boolean
}

/** Identifies an authorization to its token. */
type AuthorizationKey = Pick<TransferAuthorization, 'from' | 'nonce'>

/** The token, through the operator's RPC. All methods throw the AppErrors of `operatorRpc` when it does not answer. */
export interface Token {
  /** Checks a transfer: three calls and the newest block, in parallel. */
  readonly check: (authorization: TransferAuthorization) => Promise<TransferCheck>
  /**
   * Whether the payer is a deployed contract that accepts the signature over `digest` (ERC-1271; not ERC-6492).
   */
  readonly isSignedByContract: (
    authorization: Pick<TransferAuthorization, 'from' | 'signature'>,
    digest: Hex,
  ) => Promise<boolean>
  /**
   * Finds the transaction that made the transfer, from any sender, from a block on. Null when there is certainly none;
   * throws `UpstreamException` while that is undetermined, also while the transaction lacks confirmations. Searches about
   * 300,000 blocks.
   */
  readonly findTransfer: (
    authorization: TransferAuthorization,
    fromBlock: number,
  ) => Promise<AuthorizationUse | null>
  /**
   * Whether the authorization was used or cancelled at the newest block, and that block's time. A later `findTransfer` never
   * reads an older one.
   */
  readonly isUsed: (
    authorization: AuthorizationKey,
  ) => Promise<{ readonly isUsed: boolean; readonly time: bigint }>
}

interface TokenOptions {
  readonly rpc: RpcTransport
  readonly terms: PaymentTerms
  /** Confirmations that a transaction needs; its own block counts. */
  readonly confirmations: number
}

/** Opens the token of the terms; nothing is sent. */
export function openToken({ rpc, terms, confirmations }: TokenOptions): Token {
  const { asset } = terms
  const readLatestBlock = latestBlockReader(rpc)
  const call = (to: Hex, data: Hex, block: Hex | 'latest' = 'latest') =>
    rpcSimulate(rpc, 'eth_call', [{ to, data, gas: numberToHex(maxTransferGas) }, block], hexBytes)
  const readWord = async (data: Hex, block?: Hex): Promise<bigint> => {
    const result = await call(asset, data, block)
    if (result?.length === wordHexLength) return BigInt(result)
    throw new AppError('UpstreamException', `${rpc.name} has no token with EIP-3009 at ${asset}.`)
  }
  const isUsed = async (authorization: AuthorizationKey, block?: number) =>
    (await readWord(
      authorizationStateCall(authorization),
      block === undefined ? undefined : numberToHex(block),
    )) !== 0n

  return {
    check: async (authorization) => {
      const [{ number, timestamp }, balance, used, outcome] = await Promise.all([
        getBlock(rpc),
        readWord(balanceCall(authorization)),
        isUsed(authorization),
        call(asset, encodeTransfer(authorization, terms)),
      ])
      return { block: number, time: timestamp, balance, isUsed: used, isTransferable: outcome !== null }
    },
    isSignedByContract: async ({ from, signature }, digest) =>
      (await call(from, isValidSignatureCall(digest, signature))) === erc1271MagicWord,
    findTransfer: async (authorization, fromBlock) => {
      const latest = (await readLatestBlock(fromBlock)).number
      return findTransfer(rpc, authorization, {
        fromBlock: Math.max(0, fromBlock - blockOverlap),
        latestBlock: latest,
        confirmations,
        isUsed: () => isUsed(authorization, latest),
      })
    },
    isUsed: async (authorization) => {
      const { number, timestamp } = await readLatestBlock()
      return { isUsed: await isUsed(authorization, number), time: timestamp }
    },
  }
}

/**
 * Reads the newest block, and never an older one than before: several backends often share one URL, and one that lags would
 * contradict another.
 */
function latestBlockReader(rpc: RpcTransport) {
  let highestSeen = 0
  return async (minKnownBlock = 0) => {
    const minBlock = Math.max(minKnownBlock, highestSeen)
    const block = await getBlock(rpc)
    if (block.number < minBlock)
      throw new AppError(
        'UpstreamException',
        `${rpc.name} returned an older block than before; its backends are out of sync.`,
      )
    highestSeen = Math.max(highestSeen, block.number)
    return block
  }
}

/** Blocks by which the parallel reads of a check may differ. */
const blockOverlap = 10

/** Characters of 32 bytes in hex. */
const wordHexLength = 66

/** The ABI word that a contract wallet returns for a valid signature (ERC-1271). */
const erc1271MagicWord = `0x1626ba7e${'0'.repeat(56)}`

function balanceCall({ from }: TransferAuthorization): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [from] })
}

function authorizationStateCall({ from, nonce }: AuthorizationKey): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'authorizationState', args: [from, nonce] })
}

function isValidSignatureCall(digest: Hex, signature: Hex): Hex {
  return encodeFunctionData({ abi: walletAbi, functionName: 'isValidSignature', args: [digest, signature] })
}
