import { type Address, encodeFunctionData } from 'viem'
import { reverseRegistrarAbi as abi } from '../../artifacts/ens/ReverseRegistrar.ts'
import { type Chain, transact } from '../chain.ts'

/** Sets the primary name of an account, as that account; the empty string removes it. */
export async function setReverseName(chain: Chain, account: Address, name: string): Promise<void> {
  const data = encodeFunctionData({ abi, functionName: 'setName', args: [name] })
  await transact(chain, account, { to: chain.addresses.reverseRegistrar, data })
}
