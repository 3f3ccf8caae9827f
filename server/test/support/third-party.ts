import { type Address, type Hex, type PrivateKeyAccount, parseAbi } from 'viem'
import type { TransferAuthorization } from '../../src/payment/authorization.ts'
import { terms } from './authorizations.ts'
import { localWallet } from './deployer.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
])

const token: Address = terms.asset

/** Has somebody who is not the service send an authorization to the local Base; returns the hash once it is mined. */
export async function sendByOther(rpcUrl: string, authorization: TransferAuthorization): Promise<Hex> {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const wallet = localWallet(rpcUrl)
  const args = [from, to, value, validAfter, validBefore, nonce, signature] as const
  const functionName = 'transferWithAuthorization'
  const hash = await wallet.writeContract({ address: token, abi, functionName, args, chain: null })
  await wallet.waitForTransactionReceipt({ hash })
  return hash
}

/** Has a payer cancel what they have signed, on the local Base. */
export async function cancel(rpcUrl: string, payer: PrivateKeyAccount, nonce: Hex): Promise<void> {
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
  const wallet = localWallet(rpcUrl)
  const args = [payer.address, nonce, signature] as const
  const hash = await wallet.writeContract({
    address: token,
    abi,
    functionName: 'cancelAuthorization',
    args,
    chain: null,
  })
  await wallet.waitForTransactionReceipt({ hash })
}
