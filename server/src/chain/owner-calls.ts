import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { type Address, encodeFunctionData, type Hex, isAddressEqual, parseAbi, zeroAddress } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { registryAbi } from '../ens/abis.ts'
import { namehash } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/operator.ts'
import { undefinedIfReverted } from '../rpc/transport.ts'
import { canManageInV2 } from './names.ts'

export interface OwnerCall {
  readonly to: Address
  readonly data: Hex
}

export function setUrlsCall(resolver: Address, urls: readonly string[]): OwnerCall {
  return {
    to: resolver,
    data: encodeFunctionData({ abi: bynameResolverAbi, functionName: 'setUrls', args: [urls] }),
  }
}

export function signerSetCall(resolver: Address, verb: 'add' | 'remove', signer: Address): OwnerCall {
  const functionName = verb === 'add' ? 'addSigner' : 'removeSigner'
  return {
    to: resolver,
    data: encodeFunctionData({ abi: bynameResolverAbi, functionName, args: [signer] }),
  }
}

export function addSealTreeCall(
  resolver: Address,
  { root, depth }: { readonly root: Hex; readonly depth: number },
): OwnerCall {
  const args = [root, depth] as const
  return {
    to: resolver,
    data: encodeFunctionData({ abi: bynameResolverAbi, functionName: 'addSealTree', args }),
  }
}

/** Shared by the registry and the NameWrapper. */
const setResolverAbi = parseAbi(['function setResolver(bytes32 node, address resolver)'])

/**
 * For the manager of a normalized ENSv1 name, or the owner of the wrapped name.
 * @throws AppError `BadRequestException` for an unregistered name or one in ENSv2, which is read-only here;
 * `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function setResolverCall(
  chain: ChainClient,
  name: string,
  resolver: Address,
): Promise<OwnerCall> {
  const { client, contracts } = chain
  const node = toHex(namehash(name))
  const owner =
    (await undefinedIfReverted(
      client.readContract({
        address: contracts.registry,
        abi: registryAbi,
        functionName: 'owner',
        args: [node],
      }),
    )) ?? zeroAddress
  const label = /([^.]+)\.eth$/.exec(name)?.[1]
  if (label !== undefined && (await canManageInV2(chain, label, owner)) !== 'not-registered')
    throw new AppError(
      'BadRequestException',
      `${name} is in ENSv2: set its resolver to ${resolver} in the ENS app (https://app.ens.domains).`,
    )
  if (isAddressEqual(owner, zeroAddress))
    throw new AppError('BadRequestException', `${name} is not registered on chain ${chain.id}.`)
  return {
    to: isAddressEqual(owner, contracts.nameWrapper) ? contracts.nameWrapper : contracts.registry,
    data: encodeFunctionData({ abi: setResolverAbi, functionName: 'setResolver', args: [node, resolver] }),
  }
}
