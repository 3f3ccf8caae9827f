import { minedReceipt } from '@byname/devnet/mined-receipt'
import { type Abi, type Address, createWalletClient, type Hex, http, publicActions } from 'viem'
import { boundAccountAbi, boundAccountBytecode } from './artifacts/BoundAccount.ts'
import { burningResolverAbi, burningResolverBytecode } from './artifacts/BurningResolver.ts'
import { dataResolverAbi, dataResolverBytecode } from './artifacts/DataResolver.ts'
import { endlessAccountAbi, endlessAccountBytecode } from './artifacts/EndlessAccount.ts'
import { hostileContractAbi, hostileContractBytecode } from './artifacts/HostileContract.ts'
import { lookupResolverAbi, lookupResolverBytecode } from './artifacts/LookupResolver.ts'
import { offchainAccountAbi, offchainAccountBytecode } from './artifacts/OffchainAccount.ts'
import { passkeyAccountFactoryAbi, passkeyAccountFactoryBytecode } from './artifacts/PasskeyAccountFactory.ts'
import { passkeyDelegateAbi, passkeyDelegateBytecode } from './artifacts/PasskeyDelegate.ts'
import { smartAccountAbi, smartAccountBytecode } from './artifacts/SmartAccount.ts'
import { smartAccountFactoryAbi, smartAccountFactoryBytecode } from './artifacts/SmartAccountFactory.ts'
import { testNftAbi, testNftBytecode } from './artifacts/TestNft.ts'

/** The contracts of the folder `solidity`, which are for tests only. */
const contracts = {
  BoundAccount: { abi: boundAccountAbi, bytecode: boundAccountBytecode },
  BurningResolver: { abi: burningResolverAbi, bytecode: burningResolverBytecode },
  DataResolver: { abi: dataResolverAbi, bytecode: dataResolverBytecode },
  EndlessAccount: { abi: endlessAccountAbi, bytecode: endlessAccountBytecode },
  HostileContract: { abi: hostileContractAbi, bytecode: hostileContractBytecode },
  LookupResolver: { abi: lookupResolverAbi, bytecode: lookupResolverBytecode },
  OffchainAccount: { abi: offchainAccountAbi, bytecode: offchainAccountBytecode },
  PasskeyAccountFactory: { abi: passkeyAccountFactoryAbi, bytecode: passkeyAccountFactoryBytecode },
  PasskeyDelegate: { abi: passkeyDelegateAbi, bytecode: passkeyDelegateBytecode },
  SmartAccount: { abi: smartAccountAbi, bytecode: smartAccountBytecode },
  SmartAccountFactory: { abi: smartAccountFactoryAbi, bytecode: smartAccountFactoryBytecode },
  TestNft: { abi: testNftAbi, bytecode: testNftBytecode },
} as const satisfies Readonly<Record<string, { readonly abi: Abi; readonly bytecode: Hex }>>

export type ContractName = keyof typeof contracts

/** The first of the funded accounts that a local chain keeps unlocked. */
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A client that writes to a local chain without signing. */
export function localWallet(rpcUrl: string) {
  return createWalletClient({ account, transport: http(rpcUrl), pollingInterval: 10 }).extend(publicActions)
}

/** Sends a transaction to the address, and waits until it is in a block. */
export async function mineBlock(rpcUrl: string, to: Address): Promise<void> {
  const wallet = localWallet(rpcUrl)
  await minedReceipt(wallet, await wallet.sendTransaction({ to, chain: null }))
}

/** Deploys a contract and returns its address. */
export async function deploy(
  rpcUrl: string,
  name: ContractName,
  ...args: readonly unknown[]
): Promise<Address> {
  const contract: { readonly abi: Abi; readonly bytecode: Hex } = contracts[name]
  const wallet = localWallet(rpcUrl)
  const hash = await wallet.deployContract({ ...contract, args, chain: null })
  const { contractAddress } = await minedReceipt(wallet, hash)
  if (!contractAddress) throw new Error(`${name} was not deployed.`)
  return contractAddress
}
