import { type Address, encodeFunctionData, namehash, parseAbi } from 'viem'
import type { ChainId, TestSandbox } from '../service/sandbox.ts'
import { send, setSubnodeOwner } from './registry-writes.ts'

const abi = parseAbi([
  'function setAddr(bytes32 node, address account)',
  'function setName(bytes32 node, string name)',
  'function setResolver(bytes32 node, address resolver)',
])

interface OnChainName {
  readonly name: string
  readonly chainId?: ChainId
  /** One of the accounts that the chain keeps unlocked. */
  readonly owner: Address
  readonly address: Address
}

/** Registers a `.eth` name with the public resolver unless it is registered, and sets its Ethereum address there. */
export async function setOnchainAddress(
  sandbox: TestSandbox,
  { name, chainId = 1, owner, address }: OnChainName,
) {
  const { devnet } = sandbox
  const resolver = devnet.addresses(chainId).publicResolver
  await devnet.pointName(chainId, name, { owner, resolver })
  const data = encodeFunctionData({ abi, functionName: 'setAddr', args: [namehash(name), address] })
  await send(devnet.rpcUrl(chainId), owner, resolver, data)
}

/** Sets the default reverse name of an address, for every EVM chain without its own (ENSIP-19). */
export async function setDefaultReverseName({ devnet }: TestSandbox, account: Address, name: string) {
  const { registry, publicResolver } = devnet.addresses(1)
  const [rpcUrl, from] = [devnet.rpcUrl(1), devnet.deployer]
  const label = account.slice(2).toLowerCase()
  for (const [parent, child] of [
    ['', 'reverse'],
    ['reverse', 'default'],
    ['default.reverse', label],
  ] as const)
    await setSubnodeOwner(rpcUrl, { from, parent, label: child, owner: from })
  const node = namehash(`${label}.default.reverse`)
  const setResolver = encodeFunctionData({ abi, functionName: 'setResolver', args: [node, publicResolver] })
  await send(rpcUrl, from, registry, setResolver)
  await send(
    rpcUrl,
    from,
    publicResolver,
    encodeFunctionData({ abi, functionName: 'setName', args: [node, name] }),
  )
}
