import { randomBytes } from 'node:crypto'
import type { Devnet } from '@byname/devnet'
import { type Base, startBase } from '@byname/devnet/base'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { type Config, readConfig, type Secrets } from '../config/config.ts'
import type { Context } from '../context.ts'
import { syncRelayerNonce } from '../core/payments/relayer-nonce.ts'
import { lowerCaseHex } from '../crypto/hex.ts'
import { chainIds } from '../ens/chains.ts'
import { payeeAddress, payerAccount, relayerKey, userAccounts } from './accounts.ts'
import type { SandboxFile } from './sandbox-file.ts'

/** Base units: a thousand dollars a user. */
const initialBalance = 1_000_000_000n

type PaymentConfig = NonNullable<Config['payment']>

export interface SandboxPayment {
  readonly config: PaymentConfig
  readonly secrets: Secrets['payment']
  readonly file: Required<SandboxFile>['payment']
}

/** A new chain funds its users. */
export function startPaymentChain(
  { sandboxChainPort }: Config,
  devnet: Devnet,
  stateDir: string | undefined,
): Promise<Base> {
  return startBase({
    port: sandboxChainPort && sandboxChainPort + chainIds.length,
    ...(stateDir && { stateDir }),
    balances: new Map(userAccounts(devnet).map(({ address }) => [address, initialBalance])),
  })
}

/** Overrides the environment: payment on the local chain, to its own payee. */
export function configurePayment(
  base: Base,
  config: Config,
  previous: SandboxFile | undefined,
): SandboxPayment {
  const { chainId, token: asset, rpcUrl } = base
  const payTo = payeeAddress(base)
  const settings = config.payment ?? defaultPaymentConfig(payTo)
  const tokenIds = { chainId, asset: lowerCaseHex(asset), payTo: lowerCaseHex(payTo) }
  const token = { tokenName: 'USD Coin', tokenVersion: '2', decimals: 6 }
  const terms = { ...settings.terms, ...tokenIds, ...token }
  const secret = previous?.payment?.secret ?? randomBytes(32).toString('hex')
  const relayer = { relayerKey: relayerKey(base), rpcUrl, facilitatorUrl: undefined }
  const amount = terms.amount.toString()
  return {
    config: { ...settings, terms },
    secrets: { ...relayer, secret, previousSecret: undefined },
    file: { chainId, rpcUrl, asset, payTo, amount, payer: { ...payerAccount(base) }, secret },
  }
}

/**
 * A killed sandbox may have lost blocks that the journal still counts. The relayer continues with the journal's nonce,
 * which must leave no gap on chain.
 */
export async function syncRelayerNonceOnChain(base: Base, context: Context): Promise<void> {
  const { payments } = context
  const nonce = payments && (await syncRelayerNonce({ ...context, payments }))
  if (nonce?.journal !== undefined && nonce.journal > nonce.chain)
    await base.setNonce(privateKeyToAddress(relayerKey(base)), nonce.journal)
}

function defaultPaymentConfig(payTo: Hex): PaymentConfig {
  const { config } = readConfig({
    PAYMENT_PAY_TO: payTo,
    PAYMENT_SECRET: 'of no meaning without a service in use',
    PAYMENT_FACILITATOR_URL: 'http://127.0.0.1',
    PUBLIC_URL: 'http://127.0.0.1',
    RPC_URL_1: 'http://127.0.0.1',
  })
  if (!config.payment) throw new Error('Payment has no defaults.')
  return config.payment
}
