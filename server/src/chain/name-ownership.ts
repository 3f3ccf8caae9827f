import { type Address, hexToBigInt, isAddressEqual, labelhash, zeroAddress } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { baseRegistrarAbi, nameWrapperAbi, registryAbi } from '../ens/abis.ts'
import { namehash } from '../ens/namehash.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { multicallResults, singleMulticall, undefinedIfReverted } from '../rpc/revert-as-undefined.ts'
import { canManageInV2 } from './name-ownership-v2.ts'

/**
 * Whether `account` owns or manages the normalized `name` on chain:
 * - `.eth` second-level name in ENSv2: owner, and accounts that may set its resolver, until it expires.
 * - The same in v1, or only reserved in ENSv2: owner of the token, owner and operators of the wrapped name, manager
 *   in the registry. No account from expiry on, grace period included, or when the Graveyard has the token.
 * - Subname of `.eth`: owner in the registry or NameWrapper, while the second-level name is in v1. ENSv2 subnames are
 *   not read.
 * - Other name: owner in the registry or NameWrapper.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function canManageName(chain: ChainClient, name: string, account: Address): Promise<boolean> {
  if (isAddressEqual(account, zeroAddress)) return false
  const label = /([^.]+)\.eth$/.exec(name)?.[1]
  if (label === undefined) return canManageInV1(chain, name, account)

  const isSecondLevel = name === `${label}.eth`
  const inV2 = await canManageInV2(chain, label, account)
  if (inV2 !== 'not-registered') return inV2 && isSecondLevel

  const [registrant, canManage] = await Promise.all([
    registrantInV1(chain, label),
    canManageInV1(chain, name, account),
  ])
  if (!registrant) return false
  return canManage || (isSecondLevel && isAddressEqual(registrant, account))
}

/**
 * Owner of the token of `label`.eth; `null` when expired or unregistered (`ownerOf` reverts), or retired.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function registrantInV1(
  { client, contracts }: ChainClient,
  label: string,
): Promise<Address | null> {
  const registrant = await undefinedIfReverted(
    client.readContract({
      address: contracts.baseRegistrar,
      abi: baseRegistrarAbi,
      functionName: 'ownerOf',
      args: [hexToBigInt(labelhash(label))],
    }),
  )
  if (!registrant) return null
  return contracts.graveyard && isAddressEqual(registrant, contracts.graveyard) ? null : registrant
}

/** The NameWrapper decides if the registry refers to it. */
async function canManageInV1(
  { client, contracts }: ChainClient,
  name: string,
  account: Address,
): Promise<boolean> {
  const node = toHex(namehash(name))
  const [owner, canModify] = await multicallResults(
    client.multicall({
      ...singleMulticall,
      contracts: [
        { address: contracts.registry, abi: registryAbi, functionName: 'owner', args: [node] },
        {
          address: contracts.nameWrapper,
          abi: nameWrapperAbi,
          functionName: 'canModifyName',
          args: [node, account],
        },
      ],
    }),
  )
  if (!owner.result) return false
  if (isAddressEqual(owner.result, contracts.nameWrapper)) return canModify.result === true
  return isAddressEqual(owner.result, account)
}
