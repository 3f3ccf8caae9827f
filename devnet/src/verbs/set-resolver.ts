import { type Address, encodeFunctionData, isAddressEqual, namehash } from 'viem'
import { readContract } from 'viem/actions'
import { devnetNameWrapperAbi } from '../../artifacts/DevnetNameWrapper.ts'
import { ensRegistryAbi as abi } from '../../artifacts/ens/ENSRegistry.ts'
import { type Chain, transact } from '../chain.ts'

/** Sets the resolver of a name in v1, as its manager, or as the owner of the wrapped name. */
export async function setResolver(chain: Chain, name: string, resolver: Address): Promise<void> {
  const { client, addresses } = chain
  const node = namehash(name)
  const manager = await readContract(client, {
    address: addresses.registry,
    abi,
    functionName: 'owner',
    args: [node],
  })
  if (isAddressEqual(manager, addresses.nameWrapper)) return setWrappedResolver(chain, name, resolver)
  const data = encodeFunctionData({ abi, functionName: 'setResolver', args: [node, resolver] })
  await transact(chain, manager, { to: addresses.registry, data })
}

async function setWrappedResolver(chain: Chain, name: string, resolver: Address): Promise<void> {
  const wrapper = { address: chain.addresses.nameWrapper, abi: devnetNameWrapperAbi } as const
  const node = namehash(name)
  const owner = await readContract(chain.client, {
    ...wrapper,
    functionName: 'ownerOf',
    args: [BigInt(node)],
  })
  const data = encodeFunctionData({ ...wrapper, functionName: 'setResolver', args: [node, resolver] })
  await transact(chain, owner, { to: wrapper.address, data })
}
