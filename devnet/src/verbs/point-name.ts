import { type Address, isAddressEqual, namehash, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import { ensRegistryAbi as abi } from '../../artifacts/ens/ENSRegistry.ts'
import type { Chain } from '../chain.ts'
import { registerName } from './register-name.ts'
import { setResolver } from './set-resolver.ts'

export interface PointNameOptions {
  /** The owner of the name if it is not registered yet. */
  readonly owner: Address
  readonly resolver: Address
}

/**
 * Sets the resolver of a `.eth` name of v1: registers it if it is not registered, changes its resolver if it has
 * another one.
 */
export async function pointName(
  chain: Chain,
  name: string,
  { owner, resolver }: PointNameOptions,
): Promise<void> {
  const read = (functionName: 'owner' | 'resolver') =>
    readContract(chain.client, {
      address: chain.addresses.registry,
      abi,
      functionName,
      args: [namehash(name)],
    })
  const [label = ''] = name.split('.')
  if (isAddressEqual(await read('owner'), zeroAddress)) return registerName(chain, label, { owner, resolver })
  if (!isAddressEqual(await read('resolver'), resolver)) return setResolver(chain, name, resolver)
}
