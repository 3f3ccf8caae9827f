import type { Hex } from 'viem'
import type { PaymentTerms } from '../../model/payment.ts'
import { type OnRpcCall, operatorRpc } from '../../rpc/operator.ts'
import { type Facilitator, openFacilitator } from './facilitator.ts'
import { openRelayer, type Relayer } from './relayer.ts'
import { openToken, type Token } from './token.ts'

export interface RelayerSettlement {
  readonly kind: 'relayer'
  readonly relayer: Relayer
  readonly token: Token
}

/** Without an RPC, the facilitator's reports are the only source. */
export interface FacilitatorSettlement {
  readonly kind: 'facilitator'
  readonly facilitator: Facilitator
  readonly token: Token | null
}

export type Settlement = RelayerSettlement | FacilitatorSettlement

export interface SettlementOptions {
  readonly terms: PaymentTerms
  /** Absent: a facilitator sends. */
  readonly relayerKey: Hex | undefined
  readonly rpcUrl: string | undefined
  readonly facilitatorUrl: string | undefined
  /** Per call. */
  readonly rpcTimeoutMs: number
  /** Per facilitator request. */
  readonly timeoutMs: number
  /** The transaction's own block counts. */
  readonly confirmations: number
  readonly minRelayerBalanceWei: bigint
  readonly onCall?: OnRpcCall
}

/** Sends nothing. Throws without a key or a facilitator. */
export function openSettlement(options: SettlementOptions): Settlement {
  const {
    terms,
    relayerKey,
    rpcUrl,
    facilitatorUrl,
    rpcTimeoutMs,
    timeoutMs,
    confirmations,
    minRelayerBalanceWei,
  } = options
  const { onCall } = options
  const rpc =
    rpcUrl === undefined
      ? undefined
      : operatorRpc({ chainId: terms.chainId, rpcUrl, timeoutMs: rpcTimeoutMs, onCall })
  const token = rpc ? openToken({ rpc, terms, confirmations }) : null
  if (relayerKey !== undefined && rpc && token)
    return {
      kind: 'relayer',
      relayer: openRelayer({ rpc, key: relayerKey, terms, confirmations, minRelayerBalanceWei }),
      token,
    }
  if (facilitatorUrl !== undefined)
    return {
      kind: 'facilitator',
      facilitator: openFacilitator({ url: facilitatorUrl, terms, timeoutMs }),
      token,
    }
  throw new Error('Payment needs a relayer key with an RPC URL, or a facilitator.')
}
