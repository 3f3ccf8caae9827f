import { type Address, encodeFunctionData, type Hex, labelhash, namehash } from 'viem'
import { baseRegistrarImplementationAbi as abi } from '../../artifacts/ens/BaseRegistrarImplementation.ts'
import { ensRegistryAbi } from '../../artifacts/ens/ENSRegistry.ts'
import { type Chain, transact } from '../chain.ts'

export interface Registration {
  readonly owner: Address
  /** The account that may change the name's records in the registry; absent: the owner. */
  readonly manager?: Address
  /** Absent: none. */
  readonly resolver?: Address
  /** Duration in seconds; absent: ten years. */
  readonly duration?: bigint
}

const tenYears = 10n * 365n * 86_400n

/** Registers `<label>.eth` in v1, in the steps of ENS's own controller. Throws when the name is taken. */
export async function registerName(chain: Chain, label: string, registration: Registration): Promise<void> {
  const { owner, manager = owner, resolver, duration = tenYears } = registration
  const { deployer, addresses } = chain
  const id = BigInt(labelhash(label))
  const call = (to: Address, data: Hex) => transact(chain, deployer, { to, data })

  await call(
    addresses.baseRegistrar,
    encodeFunctionData({ abi, functionName: 'register', args: [id, deployer, duration] }),
  )
  if (resolver)
    await call(
      addresses.registry,
      encodeFunctionData({
        abi: ensRegistryAbi,
        functionName: 'setResolver',
        args: [namehash(`${label}.eth`), resolver],
      }),
    )
  await call(
    addresses.baseRegistrar,
    encodeFunctionData({ abi, functionName: 'reclaim', args: [id, manager] }),
  )
  await call(
    addresses.baseRegistrar,
    encodeFunctionData({ abi, functionName: 'transferFrom', args: [deployer, owner, id] }),
  )
}
