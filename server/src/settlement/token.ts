import { encodeFunctionData, type Hex, numberToHex } from 'viem'
import { walletAbi } from '../ens/abis.ts'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import type { RpcTransport } from '../rpc/transport.ts'
import { findTransfer } from './find-transfer.ts'
import { getBlock, hexBytes, rpcSimulate } from './rpc.ts'
import { tokenAbi } from './token-abi.ts'
import { encodeTransfer, maxTransferGas } from './transfer-call.ts'

/** How a transfer stands at the newest block. */
interface TransferCheck {
  /** Number of that block. */
  readonly block: number
  /** Its time, seconds since 1970. */
  readonly time: bigint
  /** What the payer has, base units. */
  readonly balance: bigint
  /** Whether the authorization was used or cancelled. */
  readonly isUsed: boolean
  /** Whether the token would make the transfer now. */
  readonly isTransferable: boolean
}

/** The transaction that used an authorization. */
export interface AuthorizationUse {
  readonly hash: Hex
  readonly block: number
}

/** What the token knows an authorization by. */
type AuthorizationKey = Pick<TransferAuthorization, 'from' | 'nonce'>

/** The token, through the operator's node. Everything throws the AppErrors of `ownNode` when that does not answer. */
export interface Token {
  /** Asks all at once: three calls and the newest block. */
  readonly check: (authorization: TransferAuthorization) => Promise<TransferCheck>
  /**
   * Whether the payer is a contract that accepts the signature over `digest` (ERC-1271); one that is still to be deployed
   * (ERC-6492) is none.
   */
  readonly isSignedByContract: (
    authorization: Pick<TransferAuthorization, 'from' | 'signature'>,
    digest: Hex,
  ) => Promise<boolean>
  /**
   * Finds the transaction that made the transfer, whoever sent it, from a block on. Null when none did, which is as sure as
   * a transaction is: otherwise it throws `UpstreamException`, also while there are too few blocks on the transaction.
   * Blocks that are some hundred thousand back are not searched.
   */
  readonly findTransfer: (
    authorization: TransferAuthorization,
    fromBlock: number,
  ) => Promise<AuthorizationUse | null>
  /**
   * Whether the authorization was used or cancelled, at the newest block; and that block's time. `findTransfer` never looks
   * at less than that.
   */
  readonly isUsed: (
    authorization: AuthorizationKey,
  ) => Promise<{ readonly isUsed: boolean; readonly time: bigint }>
}

interface TokenOptions {
  readonly rpc: RpcTransport
  readonly terms: PaymentTerms
  /** Blocks that hold or follow a transaction before it counts. */
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
    throw new AppError('UpstreamException', `${rpc.name} knows no token with EIP-3009 at ${asset}.`)
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
 * Reads the newest block, and never an older one than is known or was read before: behind one URL there are often several
 * nodes, and one that lags would take back what another one has told.
 */
function latestBlockReader(rpc: RpcTransport) {
  let highestSeen = 0
  return async (minKnownBlock = 0) => {
    const minBlock = Math.max(minKnownBlock, highestSeen)
    const block = await getBlock(rpc)
    if (block.number < minBlock) throw new AppError('UpstreamException', `${rpc.name} is behind itself.`)
    highestSeen = Math.max(highestSeen, block.number)
    return block
  }
}

/** Blocks that the parts of a check may be apart, which are read at the same time and not of the same block. */
const blockOverlap = 10

/** Characters of 32 bytes in hex. */
const wordHexLength = 66

/** What a contract wallet answers when it accepts a signature (ERC-1271), as a word. */
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
