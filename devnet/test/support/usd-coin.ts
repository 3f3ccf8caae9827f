import { randomBytes } from 'node:crypto'
import {
  type Address,
  createWalletClient,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseSignature,
  publicActions,
  type TypedDataDomain,
  toHex,
} from 'viem'
import { base } from 'viem/chains'
import { devnetUsdCoinAbi } from '../../artifacts/DevnetUsdCoin.ts'
import type { Base } from '../../src/base.ts'
import { minedReceipt } from '../../src/mined-receipt.ts'
import { account } from './clients.ts'

/** The fields that a payer signs (EIP-3009). */
export interface Transfer {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  readonly nonce: Hex
}

/** The EIP-712 domain of USDC on Base. */
export const domain: TypedDataDomain = {
  name: 'USD Coin',
  version: '2',
  chainId: 8453,
  verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
}

/** The EIP-712 types of EIP-3009, independent of those of the service. */
export const authorizationTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export function now() {
  return BigInt(Math.floor(Date.now() / 1000))
}

/** A transfer of 5000 base units that is valid for a minute, with overrides. */
export function transfer(given: Pick<Transfer, 'from' | 'to'> & Partial<Transfer>): Transfer {
  return {
    value: 5_000n,
    validAfter: 0n,
    validBefore: now() + 60n,
    nonce: toHex(randomBytes(32)),
    ...given,
  }
}

export function signTransfer(signer: PrivateKeyAccount, message: Transfer, on = domain): Promise<Hex> {
  return signer.signTypedData({
    domain: on,
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  })
}

/** Signs the cancellation of the authorization with this nonce. */
export function signCancellation(signer: PrivateKeyAccount, authorizer: Address, nonce: Hex): Promise<Hex> {
  return signer.signTypedData({
    domain,
    types: authorizationTypes,
    primaryType: 'CancelAuthorization',
    message: { authorizer, nonce },
  })
}

/** The token as a relayer uses it. */
export function asRelayer(chain: Base) {
  const wallet = createWalletClient({
    account: account(chain, 7),
    chain: base,
    transport: http(chain.rpcUrl),
    pollingInterval: 10,
  }).extend(publicActions)
  const token = { address: chain.token, abi: devnetUsdCoinAbi } as const
  const submit = async (request: Parameters<typeof wallet.writeContract>[0]) =>
    minedReceipt(wallet, await wallet.writeContract(request))
  return {
    /** Sends a transfer, its signature as v, r and s; rejects with the token's reason. */
    transfer: async (message: Transfer, signature: Hex, v?: number) => {
      const { from, to, value, validAfter, validBefore, nonce } = message
      const { r, s, yParity } = parseSignature(signature)
      const args = [from, to, value, validAfter, validBefore, nonce, v ?? yParity + 27, r, s] as const
      const functionName = 'transferWithAuthorization'
      return submit((await wallet.simulateContract({ ...token, functionName, args })).request)
    },
    /** The same, with the signature as bytes. */
    transferInOne: async (message: Transfer, signature: Hex) => {
      const { from, to, value, validAfter, validBefore, nonce } = message
      const args = [from, to, value, validAfter, validBefore, nonce, signature] as const
      const functionName = 'transferWithAuthorization'
      return submit((await wallet.simulateContract({ ...token, functionName, args })).request)
    },
    cancel: async (authorizer: Address, nonce: Hex, signature: Hex) => {
      const { r, s, yParity } = parseSignature(signature)
      const args = [authorizer, nonce, yParity + 27, r, s] as const
      const functionName = 'cancelAuthorization'
      return submit((await wallet.simulateContract({ ...token, functionName, args })).request)
    },
    cancelInOne: async (authorizer: Address, nonce: Hex, signature: Hex) => {
      const args = [authorizer, nonce, signature] as const
      const functionName = 'cancelAuthorization'
      return submit((await wallet.simulateContract({ ...token, functionName, args })).request)
    },
    isUsed: ({ from, nonce }: Transfer) =>
      wallet.readContract({ ...token, functionName: 'authorizationState', args: [from, nonce] }),
  }
}
