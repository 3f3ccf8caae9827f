import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'

/** The resolver that tests deploy, in the place of the artifact; the interface does not change. */
export const bynameResolverAbi = abi
export let bynameResolverBytecode = '0x'
export let bynameResolverDeployedBytecode = '0x'

export interface Bytecode {
  readonly creation: string
  readonly deployed: string
}

export function deployFromNowOn({ creation, deployed }: Bytecode): void {
  bynameResolverBytecode = creation
  bynameResolverDeployedBytecode = deployed
}
