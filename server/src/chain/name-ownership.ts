import { type Address, hexToBigInt, isAddressEqual, labelhash, zeroAddress } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { baseRegistrarAbi, nameWrapperAbi, registryAbi } from '../ens/abis.ts'
import { namehash } from '../ens/namehash.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { multicallResults, singleMulticall, undefinedIfReverted } from '../rpc/revert-as-undefined.ts'
import { canManageInV2 } from './name-ownership-v2.ts'

/**
 * Whether `account` owns or manages the normalized `name` on chain, and so may act for it.
 *
 * - A `.eth` second-level name in ENSv2: its owner, and the accounts that may set its resolver; no account after it expired.
 * - One that is not in ENSv2, or only reserved there: the owner of its v1 token or, when the NameWrapper has that, the owner
 *   and operators of the wrapped name; and its manager in the registry. No account once it expired, the grace period included,
 *   although the registry keeps the manager, or when the Graveyard has the token.
 * - A subname of a `.eth` name: its owner in the registry or the NameWrapper, as long as the second-level name above it is in
 *   v1. Subnames in ENSv2 are not read and have no controller.
 * - Any other name: its owner in the registry or the NameWrapper.
 *
 * @throws AppError `UpstreamTimeoutException` or `UpstreamException` when the chain cannot be read.
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

/** The holder of the token of `label`.eth; `null` when it is expired or unregistered (`ownerOf` reverts), or retired. */
async function registrantInV1({ client, contracts }: ChainClient, label: string): Promise<Address | null> {
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

/** Whether `account` owns the name in the registry, or in the NameWrapper if the registry refers to it. */
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
