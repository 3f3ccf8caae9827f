import type { Hex } from 'viem'
import type { PaymentTerms } from '../payment/terms.ts'
import { offerLifetimeSeconds, paymentConstants } from './constants.ts'
import type { Environment } from './environment.ts'

/** How resolution is paid for; absent: it is not. */
export function toPaymentConfig(env: Environment) {
  return env.PAYMENT_PAY_TO && configFor(env, env.PAYMENT_PAY_TO)
}

function configFor(env: Environment, payTo: Hex) {
  return {
    ...paymentConstants,
    terms: {
      chainId: env.PAYMENT_CHAIN_ID,
      asset: env.PAYMENT_ASSET,
      tokenName: env.PAYMENT_TOKEN_NAME,
      tokenVersion: env.PAYMENT_TOKEN_VERSION,
      decimals: env.PAYMENT_TOKEN_DECIMALS,
      amount: env.PAYMENT_AMOUNT,
      payTo,
      offerLifetimeSeconds,
    } satisfies PaymentTerms,
    /** Milliseconds to wait for a payment that was sent. */
    timeoutMs: env.PAYMENT_TIMEOUT * 1000,
    /** Number of blocks, the transaction's included, until it counts. */
    confirmations: env.PAYMENT_CONFIRMATIONS,
    lateSettlement: env.PAYMENT_LATE_SETTLEMENT,
  }
}

export function toPaymentSecrets(env: Environment) {
  return {
    relayerKey: env.PAYMENT_RELAYER_KEY,
    rpcUrl: env.PAYMENT_RPC_URL,
    facilitatorUrl: env.PAYMENT_FACILITATOR_URL,
    /** Binds the challenges of MPP to this service; every instance has the same. */
    secret: env.PAYMENT_SECRET,
    previousSecret: env.PAYMENT_SECRET_PREVIOUS,
  }
}
