import { fileURLToPath } from 'node:url'
import { type Address, createWalletClient, http, publicActions } from 'viem'
import { compileFolder } from '../../../contracts/scripts/solidity.ts'

/** The first of the funded accounts that a local chain keeps unlocked. */
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A client that writes to a local chain without signing. */
export function localWallet(rpcUrl: string) {
  return createWalletClient({ account, transport: http(rpcUrl), pollingInterval: 10 }).extend(publicActions)
}

let compiled: ReturnType<typeof compileFolder> | undefined

/** Deploys a contract of the folder `solidity`, which has contracts for tests only, and returns its address. */
export async function deploy(rpcUrl: string, name: string, ...args: readonly unknown[]): Promise<Address> {
  compiled ??= compileFolder(fileURLToPath(new URL('./solidity', import.meta.url)))
  const artifact = (await compiled).find((candidate) => candidate.name === name)
  if (!artifact) throw new Error(`There is no contract ${name}.`)
  const wallet = localWallet(rpcUrl)
  const hash = await wallet.deployContract({ ...artifact, args, chain: null })
  const { contractAddress } = await wallet.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`${name} was not deployed.`)
  return contractAddress
}
