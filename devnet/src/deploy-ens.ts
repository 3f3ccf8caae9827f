import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  labelhash,
  namehash,
  zeroAddress,
  zeroHash,
} from 'viem'
import { devnetNameWrapperAbi, devnetNameWrapperBytecode } from '../artifacts/DevnetNameWrapper.ts'
import {
  devnetOlderUniversalResolverAbi,
  devnetOlderUniversalResolverBytecode,
} from '../artifacts/DevnetOlderUniversalResolver.ts'
import {
  devnetUniversalResolverAbi,
  devnetUniversalResolverBytecode,
} from '../artifacts/DevnetUniversalResolver.ts'
import {
  baseRegistrarImplementationAbi,
  baseRegistrarImplementationBytecode,
} from '../artifacts/ens/BaseRegistrarImplementation.ts'
import { ensRegistryAbi, ensRegistryBytecode } from '../artifacts/ens/ENSRegistry.ts'
import { publicResolverAbi, publicResolverBytecode } from '../artifacts/ens/PublicResolver.ts'
import { reverseRegistrarAbi, reverseRegistrarBytecode } from '../artifacts/ens/ReverseRegistrar.ts'
import type { Addresses } from './addresses.ts'
import type { Chain } from './chain.ts'
import { type Call, type ContractAtAddress, deployAtAddresses, transactAll } from './deploy-at-addresses.ts'
import { v2Contracts, v2Delegations } from './deploy-v2.ts'
import { multicall } from './multicall.ts'

/**
 * Deploys ENS to an empty chain: the root, `.eth` and `addr.reverse`, with the deployer as owner and registrar of
 * names.
 */
export async function deployEns({ rpcUrl, addresses, deployer, generation }: Chain): Promise<void> {
  const isV2 = generation === 'v2'
  const root = isV2 ? addresses.v2Root : zeroAddress
  // The reverse registrar's constructor calls the registry, which therefore has to exist before.
  await deployAtAddresses(rpcUrl, deployer, [{ address: addresses.registry, creation: ensRegistryBytecode }])
  await deployAtAddresses(rpcUrl, deployer, [
    multicall,
    ...v1Contracts(addresses, root),
    ...(isV2 ? v2Contracts(addresses) : []),
  ])
  await transactAll(rpcUrl, deployer, [
    ...v1Delegations(addresses, deployer),
    ...(isV2 ? v2Delegations(addresses, deployer) : []),
  ])
}

/** All but the registry. `root` is the root of the v2 registries, or the zero address. */
function v1Contracts(addresses: Addresses, root: Address): ContractAtAddress[] {
  const { registry, baseRegistrar, publicResolver, reverseRegistrar, nameWrapper } = addresses
  const { universalResolver, olderUniversalResolver } = addresses
  return [
    {
      address: baseRegistrar,
      creation: encodeDeployData({
        abi: baseRegistrarImplementationAbi,
        bytecode: baseRegistrarImplementationBytecode,
        args: [registry, namehash('eth')],
      }),
    },
    {
      address: publicResolver,
      creation: encodeDeployData({
        abi: publicResolverAbi,
        bytecode: publicResolverBytecode,
        args: [registry],
      }),
    },
    {
      address: reverseRegistrar,
      creation: encodeDeployData({
        abi: reverseRegistrarAbi,
        bytecode: reverseRegistrarBytecode,
        args: [registry, publicResolver],
      }),
    },
    {
      address: universalResolver,
      creation: encodeDeployData({
        abi: devnetUniversalResolverAbi,
        bytecode: devnetUniversalResolverBytecode,
        args: [registry, root],
      }),
    },
    {
      address: olderUniversalResolver,
      creation: encodeDeployData({
        abi: devnetOlderUniversalResolverAbi,
        bytecode: devnetOlderUniversalResolverBytecode,
        args: [registry],
      }),
    },
    {
      address: nameWrapper,
      creation: encodeDeployData({
        abi: devnetNameWrapperAbi,
        bytecode: devnetNameWrapperBytecode,
        args: [registry, baseRegistrar],
      }),
    },
  ]
}

/** Transfers `.eth` and `addr.reverse` to their registrars. */
function v1Delegations({ registry, baseRegistrar, reverseRegistrar }: Addresses, deployer: Address): Call[] {
  const delegate = (node: Hex, label: string, owner: Address): Call => ({
    to: registry,
    data: encodeFunctionData({
      abi: ensRegistryAbi,
      functionName: 'setSubnodeOwner',
      args: [node, labelhash(label), owner],
    }),
  })
  return [
    delegate(zeroHash, 'eth', baseRegistrar),
    delegate(zeroHash, 'reverse', deployer),
    delegate(namehash('reverse'), 'addr', reverseRegistrar),
    {
      to: baseRegistrar,
      data: encodeFunctionData({
        abi: baseRegistrarImplementationAbi,
        functionName: 'addController',
        args: [deployer],
      }),
    },
  ]
}
