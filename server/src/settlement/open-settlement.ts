import type { Hex } from 'viem'
import type { PaymentTerms } from '../payment/terms.ts'
import { type OnRpcCall, operatorRpc } from '../rpc/operator-rpc.ts'
import { type Facilitator, openFacilitator } from './facilitator.ts'
import { openRelayer, type Relayer } from './relayer.ts'
import { openToken, type Token } from './token.ts'

/** Payments are sent by the service's own account. */
export interface RelayerSettlement {
  readonly kind: 'relayer'
  readonly relayer: Relayer
  readonly token: Token
}

/** Payments are sent by a facilitator. Without an RPC, its reports are the only source. */
export interface FacilitatorSettlement {
  readonly kind: 'facilitator'
  readonly facilitator: Facilitator
  readonly token: Token | null
}

/** The way in which payments are made. */
export type Settlement = RelayerSettlement | FacilitatorSettlement

export interface SettlementOptions {
  readonly terms: PaymentTerms
  /** Private key of the account that sends payments; absent: the facilitator does. */
  readonly relayerKey: Hex | undefined
  readonly rpcUrl: string | undefined
  readonly facilitatorUrl: string | undefined
  /** Milliseconds for one RPC call. */
  readonly rpcTimeoutMs: number
  /** Milliseconds for one request to the facilitator. */
  readonly timeoutMs: number
  /** Confirmations that a transaction needs; its own block counts. */
  readonly confirmations: number
  /** Minimum balance of the relayer, wei. */
  readonly minRelayerBalanceWei: bigint
  readonly onCall?: OnRpcCall
}

/** Opens the way in which payments are made; nothing is sent. Throws when neither a key nor a facilitator is given. */
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
