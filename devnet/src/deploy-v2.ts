import { type Address, encodeDeployData, encodeFunctionData, maxUint64, zeroAddress } from 'viem'
import { devnetMirrorResolverAbi, devnetMirrorResolverBytecode } from '../artifacts/DevnetMirrorResolver.ts'
import { devnetV2RegistryAbi, devnetV2RegistryBytecode } from '../artifacts/DevnetV2Registry.ts'
import type { Addresses } from './addresses.ts'
import type { Call, ContractAtAddress } from './deploy-at-addresses.ts'

/** The registries of ENSv2, and the resolver that mirrors ENSv1. */
export function v2Contracts({
  registry,
  v2Root,
  v2EthRegistry,
  mirrorResolver,
}: Addresses): ContractAtAddress[] {
  return [
    { address: v2Root, creation: devnetV2RegistryBytecode },
    { address: v2EthRegistry, creation: devnetV2RegistryBytecode },
    {
      address: mirrorResolver,
      creation: encodeDeployData({
        abi: devnetMirrorResolverAbi,
        bytecode: devnetMirrorResolverBytecode,
        args: [registry],
      }),
    },
  ]
}

/** Transfers `.eth` to its registry, and points reverse names, which have stayed in ENSv1, to the mirror. */
export function v2Delegations({ v2Root, v2EthRegistry, mirrorResolver }: Addresses, owner: Address): Call[] {
  const delegate = (label: string, subregistry: Address, resolver: Address): Call => ({
    to: v2Root,
    data: encodeFunctionData({
      abi: devnetV2RegistryAbi,
      functionName: 'set',
      args: [label, owner, subregistry, resolver, maxUint64],
    }),
  })
  return [delegate('eth', v2EthRegistry, zeroAddress), delegate('reverse', zeroAddress, mirrorResolver)]
}
