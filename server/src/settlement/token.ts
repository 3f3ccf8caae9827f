import { encodeFunctionData, type Hex, numberToHex } from 'viem'
import { walletAbi } from '../chain/abis.ts'
import type { RpcNode } from '../chain/json-rpc-transport.ts'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import { findTransfer } from './find-transfer.ts'
import { bytes, readHead, runOnNode } from './read-node.ts'
import { tokenAbi } from './token-abi.ts'
import { encodeTransfer, mostTransferGas } from './transfer-call.ts'

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
  readonly node: RpcNode
  readonly terms: PaymentTerms
  /** Blocks that hold or follow a transaction before it counts. */
  readonly confirmations: number
}

/** Opens the token of the terms; nothing is sent. */
export function openToken({ node, terms, confirmations }: TokenOptions): Token {
  const { asset } = terms
  const readNewest = newestOf(node)
  const call = (to: Hex, data: Hex, block: Hex | 'latest' = 'latest') =>
    runOnNode(node, 'eth_call', [{ to, data, gas: numberToHex(mostTransferGas) }, block], bytes)
  const readWord = async (data: Hex, block?: Hex): Promise<bigint> => {
    const answer = await call(asset, data, block)
    if (answer?.length === wordLength) return BigInt(answer)
    throw new AppError('UpstreamException', `${node.name} knows no token with EIP-3009 at ${asset}.`)
  }
  const isUsed = async (authorization: AuthorizationKey, block?: number) =>
    (await readWord(stateCall(authorization), block === undefined ? undefined : numberToHex(block))) !== 0n

  return {
    check: async (authorization) => {
      const [{ number, timestamp }, balance, used, outcome] = await Promise.all([
        readHead(node),
        readWord(balanceCall(authorization)),
        isUsed(authorization),
        call(asset, encodeTransfer(authorization, terms)),
      ])
      return { block: number, time: timestamp, balance, isUsed: used, isTransferable: outcome !== null }
    },
    isSignedByContract: async ({ from, signature }, digest) =>
      (await call(from, validityCall(digest, signature))) === isValid,
    findTransfer: async (authorization, fromBlock) => {
      const newest = (await readNewest(fromBlock)).number
      return findTransfer(node, authorization, {
        fromBlock: Math.max(0, fromBlock - overlap),
        newest,
        confirmations,
        isUsed: () => isUsed(authorization, newest),
      })
    },
    isUsed: async (authorization) => {
      const { number, timestamp } = await readNewest()
      return { isUsed: await isUsed(authorization, number), time: timestamp }
    },
  }
}

/**
 * Reads the newest block, and never an older one than is known or was read before: behind one URL there are often several
 * nodes, and one that lags would take back what another one has told.
 */
function newestOf(node: RpcNode) {
  let newest = 0
  return async (known = 0) => {
    const least = Math.max(known, newest)
    const head = await readHead(node)
    if (head.number < least) throw new AppError('UpstreamException', `${node.name} is behind itself.`)
    newest = Math.max(newest, head.number)
    return head
  }
}

/** Blocks that the parts of a check may be apart, which are read at the same time and not of the same block. */
const overlap = 10

/** Characters of 32 bytes in hex. */
const wordLength = 66

/** What a contract wallet answers when it accepts a signature (ERC-1271), as a word. */
const isValid = `0x1626ba7e${'0'.repeat(56)}`

const balanceCall = ({ from }: TransferAuthorization): Hex =>
  encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [from] })

const stateCall = ({ from, nonce }: AuthorizationKey): Hex =>
  encodeFunctionData({ abi: tokenAbi, functionName: 'authorizationState', args: [from, nonce] })

const validityCall = (digest: Hex, signature: Hex): Hex =>
  encodeFunctionData({ abi: walletAbi, functionName: 'isValidSignature', args: [digest, signature] })
