import { minedReceipt } from '@byname/devnet/mined-receipt'
import {
  type Address,
  createTestClient,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseAbi,
  parseEther,
  parseGwei,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { TransferAuthorization } from '../../../src/model/payment.ts'
import { terms } from './authorizations.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
])

const token: Address = terms.asset

/** A higher fee than that of all pending transactions, so that the transaction is mined before them. */
const highPriority = {
  nonce: 0,
  gas: 300_000n,
  maxFeePerGas: parseGwei('1000'),
  maxPriorityFeePerGas: parseGwei('100'),
}

/** Milliseconds. Some scenarios stop mining for seconds, during which every poll is wasted. */
const pollingInterval = 50

/** A new account that is not the service, so that senders do not wait for each other's nonces. */
async function createThirdParty(rpcUrl: string) {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = createTestClient({ account, mode: 'anvil', transport: http(rpcUrl), pollingInterval })
  await client.setBalance({ address: account.address, value: parseEther('1') })
  return client.extend(publicActions).extend(walletActions)
}

/** Sends an authorization to the local Base from a third party; returns the hash once it is mined. */
export async function sendAsThirdParty(rpcUrl: string, authorization: TransferAuthorization): Promise<Hex> {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const wallet = await createThirdParty(rpcUrl)
  const args = [from, to, value, validAfter, validBefore, nonce, signature] as const
  const functionName = 'transferWithAuthorization'
  const hash = await wallet.writeContract({
    address: token,
    abi,
    functionName,
    args,
    chain: null,
    ...highPriority,
  })
  const { status } = await minedReceipt(wallet, hash)
  if (status === 'reverted') throw new Error('Somebody else made the transfer before.')
  return hash
}

/** Cancels an authorization as its payer, on the local Base. */
export async function cancelAuthorization(
  rpcUrl: string,
  payer: PrivateKeyAccount,
  nonce: Hex,
): Promise<void> {
  const signature = await payer.signTypedData({
    domain: {
      name: terms.tokenName,
      version: terms.tokenVersion,
      chainId: terms.chainId,
      verifyingContract: token,
    },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: payer.address, nonce },
  })
  const wallet = await createThirdParty(rpcUrl)
  const args = [payer.address, nonce, signature] as const
  const hash = await wallet.writeContract({
    address: token,
    abi,
    functionName: 'cancelAuthorization',
    args,
    chain: null,
    ...highPriority,
  })
  await minedReceipt(wallet, hash)
}
