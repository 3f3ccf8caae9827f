import { type Address, hexToBigInt, isAddressEqual, zeroAddress } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { nameWrapperAbi, registryAbi } from '../ens/abis.ts'
import { namehash } from '../ens/namehash.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { multicallResults, singleMulticall, undefinedIfReverted } from '../rpc/revert-as-undefined.ts'
import { registrantInV1 } from './name-ownership.ts'
import { readOwnerInV2 } from './name-ownership-v2.ts'

export interface NameOwner {
  readonly owner: Address
  /** The ENS whose registry decides. */
  readonly generation: 1 | 2
}

/**
 * Who owns a normalized name: the registrant of a second-level name of .eth, for other names the owner in the registry; of
 * a wrapped name the owner in the NameWrapper. `null` for a name that is not registered or has expired, and for a subname
 * of such a name or of one in ENSv2.
 *
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function readNameOwner(chain: ChainClient, name: string): Promise<NameOwner | null> {
  const label = /([^.]+)\.eth$/.exec(name)?.[1]
  if (label === undefined) return inV1(await ownerInRegistry(chain, name))

  const isSecondLevel = name === `${label}.eth`
  const ownerInV2 = await readOwnerInV2(chain, label)
  if (ownerInV2 !== 'not-registered')
    return ownerInV2 && isSecondLevel ? { owner: ownerInV2, generation: 2 } : null

  const registrant = await registrantInV1(chain, label)
  if (!registrant) return null
  return inV1(await (isSecondLevel ? unwrapOwner(chain, name, registrant) : ownerInRegistry(chain, name)))
}

function inV1(owner: Address | null): NameOwner | null {
  return owner && { owner, generation: 1 }
}

async function ownerInRegistry(chain: ChainClient, name: string): Promise<Address | null> {
  const { client, contracts } = chain
  const [owner] = await multicallResults(
    client.multicall({
      ...singleMulticall,
      contracts: [
        {
          address: contracts.registry,
          abi: registryAbi,
          functionName: 'owner',
          args: [toHex(namehash(name))],
        },
      ],
    }),
  )
  if (!owner?.result || isAddressEqual(owner.result, zeroAddress)) return null
  return unwrapOwner(chain, name, owner.result)
}

/** A wrapped name belongs to the NameWrapper, which has its own owner. */
async function unwrapOwner(
  { client, contracts }: ChainClient,
  name: string,
  holder: Address,
): Promise<Address | null> {
  if (!isAddressEqual(holder, contracts.nameWrapper)) return holder
  const owner = await undefinedIfReverted(
    client.readContract({
      address: contracts.nameWrapper,
      abi: nameWrapperAbi,
      functionName: 'ownerOf',
      args: [hexToBigInt(toHex(namehash(name)))],
    }),
  )
  return owner && !isAddressEqual(owner, zeroAddress) ? owner : null
}
