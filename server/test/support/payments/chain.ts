import { type Base, startBase } from '@byname/devnet/base'
import { createTestClient, type Hex, http, publicActions, walletActions } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { PaymentTerms } from '../../../src/model/payment.ts'
import { openRelayer, type Relayer } from '../../../src/payments/settlement/relayer.ts'
import { openToken, type Token } from '../../../src/payments/settlement/token.ts'
import { operatorRpc } from '../../../src/rpc/operator.ts'
import { type FaultyRpc, startFaultyRpc } from '../chain/faulty-rpc.ts'
import { terms } from './authorizations.ts'

/** A local Base, and what makes payments on it through a node with injected faults. */
export interface PaymentChain {
  readonly base: Base
  readonly node: FaultyRpc
  readonly token: Token
  readonly relayer: Relayer
  /** Controls the chain: mining, time, its own accounts. */
  readonly control: ReturnType<typeof controlOf>
  /** Opens the relayer of another account, or with more confirmations. */
  openRelayer(given: {
    readonly key?: Hex
    readonly confirmations?: number
    readonly minRelayerBalanceWei?: bigint
    readonly terms?: PaymentTerms
  }): Relayer
  openToken(confirmations: number): Token
  /** Creates an account that has a dollar of the token and nothing else. */
  newPayer(): Promise<PrivateKeyAccount>
  stop(): Promise<void>
}

/** Controls a local chain in ways that its users cannot. */
export function controlOf(rpcUrl: string) {
  return createTestClient({ mode: 'anvil', transport: http(rpcUrl), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
}

/** Starts a chain. Calls to its node time out after two seconds. */
export async function startPaymentChain(): Promise<PaymentChain> {
  const base = await startBase()
  const node = await startFaultyRpc(base.rpcUrl)
  const rpc = operatorRpc({ chainId: base.chainId, rpcUrl: node.url, timeoutMs: 2_000 })
  const [first] = base.accounts
  if (!first) throw new Error('The chain has no accounts.')
  const openTokenWith = (confirmations: number) => openToken({ rpc: rpc, terms, confirmations })
  const openRelayerWith: PaymentChain['openRelayer'] = (given) =>
    openRelayer({
      rpc: rpc,
      key: first.privateKey,
      terms,
      confirmations: 1,
      minRelayerBalanceWei: 1n,
      ...given,
    })
  return {
    base,
    node,
    token: openTokenWith(1),
    relayer: openRelayerWith({}),
    control: controlOf(base.rpcUrl),
    openRelayer: openRelayerWith,
    openToken: openTokenWith,
    newPayer: async () => {
      const payer = privateKeyToAccount(generatePrivateKey())
      await base.mint(payer.address, 1_000_000n)
      return payer
    },
    stop: async () => {
      await node.close()
      await base.stop()
    },
  }
}
