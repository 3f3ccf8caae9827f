import type { Hex } from 'viem'
import type { PaymentTerms } from '../payment/terms.ts'
import { offerLifetimeSeconds, paymentConstants } from './constants.ts'
import type { Environment } from './environment.ts'

/** Undefined: payment is off. */
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
    timeoutMs: env.PAYMENT_TIMEOUT * 1000,
    /** In blocks, the transaction's included. */
    confirmations: env.PAYMENT_CONFIRMATIONS,
    lateSettlement: env.PAYMENT_LATE_SETTLEMENT,
  }
}

export function toPaymentSecrets(env: Environment) {
  return {
    relayerKey: env.PAYMENT_RELAYER_KEY,
    rpcUrl: env.PAYMENT_RPC_URL,
    facilitatorUrl: env.PAYMENT_FACILITATOR_URL,
    /** Binds MPP challenges to this service; equal on every instance. */
    secret: env.PAYMENT_SECRET,
    previousSecret: env.PAYMENT_SECRET_PREVIOUS,
  }
}
