import { encodeFunctionData, type Hex, numberToHex } from 'viem'
import { walletAbi } from '../../ens/abis.ts'
import { AppError } from '../../errors.ts'
import type { PaymentTerms, TransferAuthorization } from '../../model/payment.ts'
import type { RpcTransport } from '../../rpc/transport.ts'
import { encodeTransfer, getBlock, hexBytes, maxTransferGas, rpcSimulate, tokenAbi } from './chain.ts'
import { type AuthorizationUse, findTransfer } from './relayer.ts'

/** At the newest block. */
interface TransferCheck {
  readonly block: number
  /** Unix seconds. */
  readonly time: bigint
  /** Payer's, base units. */
  readonly balance: bigint
  /** Used or cancelled. */
  readonly isUsed: boolean
  readonly isTransferable: boolean
}

type AuthorizationKey = Pick<TransferAuthorization, 'from' | 'nonce'>

/** Methods throw the AppErrors of `operatorRpc`. */
export interface Token {
  readonly check: (authorization: TransferAuthorization) => Promise<TransferCheck>
  /** Whether the payer is a deployed contract that accepts the signature (ERC-1271, not ERC-6492). */
  readonly isSignedByContract: (
    authorization: Pick<TransferAuthorization, 'from' | 'signature'>,
    digest: Hex,
  ) => Promise<boolean>
  /**
   * From any sender; null without a transfer. Throws `UpstreamException` while undetermined or unconfirmed. Searches
   * about 300,000 blocks.
   */
  readonly findTransfer: (
    authorization: TransferAuthorization,
    fromBlock: number,
  ) => Promise<AuthorizationUse | null>
  /** At the newest block, with its time in Unix seconds; a later `findTransfer` reads no older one. */
  readonly isUsed: (
    authorization: AuthorizationKey,
  ) => Promise<{ readonly isUsed: boolean; readonly time: bigint }>
}

interface TokenOptions {
  readonly rpc: RpcTransport
  readonly terms: PaymentTerms
  /** The transaction's own block counts. */
  readonly confirmations: number
}

/** Sends nothing. */
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

/** Rejects a block older than before: backends behind one URL may lag. */
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

/** By which a check's parallel reads may differ. */
const blockOverlap = 10

const wordHexLength = 66

/** Returned for a valid signature (ERC-1271). */
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
