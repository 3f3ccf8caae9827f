import { minedReceipt } from '@byname/devnet/mined-receipt'
import { p256 } from '@noble/curves/nist.js'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  serializeErc8010Signature,
  size,
  stringToHex,
  toBytes,
  toHex,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { passkeyDelegateAbi } from '../chain/artifacts/PasskeyDelegate.ts'
import { deploy, localWallet } from '../chain/deployer.ts'
import type { Signer } from '../credentials/signed-headers.ts'

/** A wallet whose signatures are bound to its address and a chain (ERC-7739). */
export interface BoundWallet {
  readonly address: Address
  /** Bound to the chain and the account; absent: to its own ones. */
  readonly signer: (bound?: { readonly chainId?: number; readonly account?: Address }) => Signer
}

/** What is signed for a message, which wallets show: typed data of the account's own domain. */
function personalSignOf(name: string, chainId: number, account: Address, message: string) {
  const text = stringToHex(message)
  return {
    domain: { name, version: '1', chainId, verifyingContract: account },
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed: concatHex([stringToHex(`\x19Ethereum Signed Message:\n${size(text)}`), text]) },
  } as const
}

function textOf(message: Parameters<Signer['signMessage']>[0]['message']): string {
  if (typeof message !== 'string') throw new Error('The message is a text.')
  return message
}

/** A contract on chain 1, with a key of Ethereum. */
export async function deployBoundAccount(rpcUrl: string, owner: PrivateKeyAccount): Promise<BoundWallet> {
  const address = await deploy(rpcUrl, 'BoundAccount', owner.address)
  return {
    address,
    signer: ({ chainId = 1, account = address } = {}) => ({
      address,
      signMessage: ({ message }) =>
        owner.signTypedData(personalSignOf('BoundAccount', chainId, account, textOf(message))),
    }),
  }
}

/** An account that has signed a delegation (EIP-7702) to a contract, which verifies signatures of a P-256 key. */
export interface PasskeyAccount extends BoundWallet {
  readonly key: PrivateKeyAccount
  /** Brings the delegation on chain. */
  readonly delegate: () => Promise<void>
  /** As `signer`, with the delegation and the call that sets its key (ERC-8010). */
  readonly withDelegation: (options?: DelegationOptions) => Signer
}

interface DelegationOptions {
  /** Absent: of the account. */
  readonly by?: PrivateKeyAccount
  /** 0: any. Absent: 1. */
  readonly chainId?: number
  readonly nonce?: number
  /** Absent: the one that sets the key. */
  readonly data?: Hex
}

export async function createPasskeyAccount(rpcUrl: string): Promise<PasskeyAccount> {
  const delegateContract = await deploy(rpcUrl, 'PasskeyDelegate')
  const key = privateKeyToAccount(generatePrivateKey())
  const secret = p256.utils.randomSecretKey()
  const point = p256.getPublicKey(secret, false)
  const args = [toHex(point.subarray(1, 33)), toHex(point.subarray(33))] as const
  const setKey = encodeFunctionData({ abi: passkeyDelegateAbi, functionName: 'setKey', args })
  const signer: BoundWallet['signer'] = ({ chainId = 1, account = key.address } = {}) => ({
    address: key.address,
    signMessage: async ({ message }) => {
      const digest = hashTypedData(personalSignOf('PasskeyDelegate', chainId, account, textOf(message)))
      return toHex(p256.sign(toBytes(digest), secret, { prehash: false, lowS: true }))
    },
  })
  const authorize = ({ by = key, chainId = 1, nonce = 0 }: DelegationOptions) =>
    by.signAuthorization({ address: delegateContract, chainId, nonce })
  return {
    ...{ address: key.address, key, signer },
    delegate: async () => {
      const wallet = localWallet(rpcUrl)
      const authorizationList = [await authorize({})]
      const sent = { to: key.address, data: setKey, authorizationList, chain: null } as const
      await minedReceipt(wallet, await wallet.sendTransaction(sent))
    },
    withDelegation: (options = {}) => ({
      address: key.address,
      signMessage: async (message) =>
        serializeErc8010Signature({
          authorization: await authorize(options),
          address: key.address,
          data: options.data ?? setKey,
          signature: await signer().signMessage(message),
        }),
    }),
  }
}
