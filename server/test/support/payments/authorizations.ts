import { randomBytes } from 'node:crypto'
import type { Hex, LocalAccount } from 'viem'
import { authorizationTypes } from '../../../../devnet/test/support/usd-coin.ts'
import { lowerCaseHex, toHex } from '../../../src/crypto/hex.ts'
import type { PaymentTerms, TransferAuthorization } from '../../../src/model/payment.ts'
import { parseAuthorization } from '../../../src/payments/rules/authorization.ts'
import type { PaymentHeaders } from './clients.ts'

/** Half a cent in USDC on Base: the default price of services. */
export const terms: PaymentTerms = {
  chainId: 8453,
  asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  tokenName: 'USD Coin',
  tokenVersion: '2',
  decimals: 6,
  amount: 5_000n,
  payTo: '0x00000000000000000000000000000000000000aa',
  offerLifetimeSeconds: 60,
}

/** The fields that a payer signs. */
export type Transfer = Omit<TransferAuthorization, 'signature'>

/** A transfer that pays the terms and is valid for the next minute, with overrides. */
export function transferFrom(payer: Hex, overrides: Partial<Transfer> = {}): Transfer {
  return {
    chainId: terms.chainId,
    asset: terms.asset,
    from: lowerCaseHex(payer),
    to: terms.payTo,
    value: terms.amount,
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1000)) + 60n,
    nonce: toHex(randomBytes(32)),
    ...overrides,
  }
}

/** Signs a transfer as wallets do (EIP-712). The signer need not be the payer: a contract wallet may accept it. */
export async function signTransfer(signer: LocalAccount, transfer: Transfer): Promise<TransferAuthorization> {
  const signature = await signer.signTypedData({
    domain: {
      name: terms.tokenName,
      version: terms.tokenVersion,
      chainId: transfer.chainId,
      verifyingContract: transfer.asset,
    },
    types: { TransferWithAuthorization: authorizationTypes.TransferWithAuthorization },
    primaryType: 'TransferWithAuthorization',
    message: transfer,
  })
  return { ...transfer, signature: lowerCaseHex(signature) }
}

/** A signed payment by a new account. */
export function signOwnTransfer(payer: LocalAccount, overrides: Partial<Transfer> = {}) {
  return signTransfer(payer, transferFrom(payer.address, overrides))
}

/** The authorization in a client's credential. */
export function decodeAuthorization({ authorization, ...credential }: PaymentHeaders): TransferAuthorization {
  const { payload } = decodeBase64Json(
    credential['payment-signature'] ?? authorization?.replace('Payment ', '') ?? '',
  )
  const signed = { ...payload, ...payload.authorization }
  return parseAuthorization({ ...signed, chainId: `${terms.chainId}`, asset: terms.asset })
}

function decodeBase64Json(encoded: string) {
  return JSON.parse(Buffer.from(encoded, 'base64').toString())
}
