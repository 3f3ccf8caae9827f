import { minedReceipt } from '@byname/devnet/mined-receipt'
import { type Address, encodeFunctionData, type Hex, labelhash, namehash, parseAbi } from 'viem'
import { localWallet } from './deployer.ts'

const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'

const abi = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner)',
  'function setApprovalForAll(address operator, bool approved)',
  'function reclaim(uint256 id, address owner)',
  'function transferFrom(address from, address to, uint256 tokenId)',
])

interface SubnodeOwner {
  /** Owns `parent` in the registry, and is one of the accounts that the chain keeps unlocked. */
  readonly from: Address
  /** Empty for the root. */
  readonly parent: string
  readonly label: string
  readonly owner: Address
}

/** Creates a subname in the v1 registry, or transfers it. */
export async function setSubnodeOwner(rpcUrl: string, { from, parent, label, owner }: SubnodeOwner) {
  const args = [namehash(parent), labelhash(label), owner] as const
  await send(rpcUrl, from, registry, encodeFunctionData({ abi, functionName: 'setSubnodeOwner', args }))
}

/** Approves `operator` for the wrapped names of `from`. */
export async function approveOperator(
  rpcUrl: string,
  nameWrapper: Address,
  { from, operator }: { readonly from: Address; readonly operator: Address },
) {
  const args = [operator, true] as const
  await send(rpcUrl, from, nameWrapper, encodeFunctionData({ abi, functionName: 'setApprovalForAll', args }))
}

/** Transfers `<label>.eth` of v1 to a new owner and manager. */
export async function transferName(
  rpcUrl: string,
  baseRegistrar: Address,
  { label, from, to }: { readonly label: string; readonly from: Address; readonly to: Address },
) {
  const id = BigInt(labelhash(label))
  const reclaim = encodeFunctionData({ abi, functionName: 'reclaim', args: [id, to] })
  const transfer = encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, to, id] })
  for (const data of [reclaim, transfer]) await send(rpcUrl, from, baseRegistrar, data)
}

/** Sends a transaction of an account that the chain keeps unlocked; throws when it reverts. */
export async function send(rpcUrl: string, account: Address, to: Address, data: Hex): Promise<void> {
  const wallet = localWallet(rpcUrl)
  const hash = await wallet.sendTransaction({ account, to, data, chain: null })
  const { status } = await minedReceipt(wallet, hash)
  if (status === 'reverted') throw new Error(`The call of ${account} to ${to} reverted.`)
}
