import { type Address, encodeFunctionData, labelhash } from 'viem'
import { readContract } from 'viem/actions'
import { devnetNameWrapperAbi } from '../../artifacts/DevnetNameWrapper.ts'
import { baseRegistrarImplementationAbi } from '../../artifacts/ens/BaseRegistrarImplementation.ts'
import { type Chain, transact } from '../chain.ts'

/** Wraps `<label>.eth`, as its owner. The wrapped name belongs to `owner`; absent: to the previous owner. */
export async function wrapName(chain: Chain, label: string, owner?: Address): Promise<void> {
  const { client, addresses } = chain
  const registrar = { address: addresses.baseRegistrar, abi: baseRegistrarImplementationAbi } as const
  const currentOwner = await readContract(client, {
    ...registrar,
    functionName: 'ownerOf',
    args: [BigInt(labelhash(label))],
  })
  await transact(chain, currentOwner, {
    to: registrar.address,
    data: encodeFunctionData({
      ...registrar,
      functionName: 'setApprovalForAll',
      args: [addresses.nameWrapper, true],
    }),
  })
  await transact(chain, currentOwner, {
    to: addresses.nameWrapper,
    data: encodeFunctionData({
      abi: devnetNameWrapperAbi,
      functionName: 'wrapETH2LD',
      args: [label, owner ?? currentOwner],
    }),
  })
}
