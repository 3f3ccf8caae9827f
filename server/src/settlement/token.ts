import { encodeFunctionData, type Hex, numberToHex } from 'viem'
import type { RpcNode } from '../chain/json-rpc-transport.ts'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import { findTransfer } from './find-transfer.ts'
import { bytes, readHead, runOnNode } from './read-node.ts'
import { tokenAbi, walletAbi } from './token-abi.ts'
import { encodeTransfer, mostTransferGas } from './transfer-call.ts'

/** How a transfer stands at the newest block. */
export interface TransferCheck {
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
   * Finds the transaction that made the transfer, whoever sent it, from a block on; null when none did, or it is not below
   * enough blocks. Throws `UpstreamException` when that block is some hundred thousand blocks away.
   */
  readonly findTransfer: (
    authorization: TransferAuthorization,
    fromBlock: number,
  ) => Promise<AuthorizationUse | null>
  /** Whether the authorization was used or cancelled, at the newest block; and that block's time. */
  readonly isUsed: (
    authorization: Pick<TransferAuthorization, 'from' | 'nonce'>,
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
  const call = (to: Hex, data: Hex) =>
    runOnNode(node, 'eth_call', [{ to, data, gas: numberToHex(mostTransferGas) }, 'latest'], bytes)
  const readWord = async (data: Hex): Promise<bigint> => {
    const answer = await call(asset, data)
    if (answer?.length === wordLength) return BigInt(answer)
    throw new AppError('UpstreamException', `${node.name} knows no token with EIP-3009 at ${asset}.`)
  }
  const isUsed = async (authorization: Pick<TransferAuthorization, 'from' | 'nonce'>) =>
    (await readWord(stateCall(authorization))) !== 0n

  return {
    check: async (authorization) => {
      const [{ number, timestamp }, balance, used, outcome] = await Promise.all([
        readHead(node),
        readWord(balanceCall(authorization)),
        isUsed(authorization),
        encodeTransfer(authorization, terms).then((data) => call(asset, data)),
      ])
      return { block: number, time: timestamp, balance, isUsed: used, isTransferable: outcome !== null }
    },
    isSignedByContract: async ({ from, signature }, digest) =>
      (await call(from, validityCall(digest, signature))) === isValid,
    findTransfer: (authorization, fromBlock) =>
      findTransfer(node, authorization, { fromBlock, confirmations }),
    isUsed: async (authorization) => {
      const [{ timestamp }, used] = await Promise.all([readHead(node), isUsed(authorization)])
      return { isUsed: used, time: timestamp }
    },
  }
}

/** Characters of 32 bytes in hex. */
const wordLength = 66

/** What a contract wallet answers when it accepts a signature (ERC-1271), as a word. */
const isValid = `0x1626ba7e${'0'.repeat(56)}`

const balanceCall = ({ from }: TransferAuthorization): Hex =>
  encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [from] })

const stateCall = ({ from, nonce }: Pick<TransferAuthorization, 'from' | 'nonce'>): Hex =>
  encodeFunctionData({ abi: tokenAbi, functionName: 'authorizationState', args: [from, nonce] })

const validityCall = (digest: Hex, signature: Hex): Hex =>
  encodeFunctionData({ abi: walletAbi, functionName: 'isValidSignature', args: [digest, signature] })
