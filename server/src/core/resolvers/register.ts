import { validate } from 'uuid'
import { isTrustedSigner } from '../../chain/is-trusted-signer.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { AppError } from '../../errors.ts'
import type { Resolver } from '../../model/resolver.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { createResolver } from './create.ts'
import { parseContractAddress } from './parse-entry.ts'
import { resolverDefaults } from './resolver-defaults.ts'

export interface RegisterResolver {
  /** Of `prepareDeployment`: its contract has it in its gateway URLs. */
  readonly id: string
  readonly chainId: number
  readonly address: string
}

/** Registers a contract of ours that trusts the signer of this service. */
export async function registerResolver(context: CoreContext, input: RegisterResolver): Promise<Resolver> {
  const chainId = requireSupportedChain(input.chainId)
  if (!validate(input.id)) throw new AppError('BadRequestException', `id: "${input.id}" is not a UUID.`)
  const address = parseContractAddress(input.address)
  const signers = context.signers.get(chainId) ?? []
  const contract = { address: checksumAddress(address), signingScheme: 'chain-bound' } as const
  const trusts = await Promise.all(
    signers.map(({ address: signer }) =>
      isTrustedSigner(chainClientOf(context.chains, chainId), [contract], signer),
    ),
  )
  if (!trusts.some(([isTrusted]) => isTrusted))
    throw new AppError(
      'BadRequestException',
      `The contract ${contract.address} on chain ${chainId} is not a resolver that trusts the signer of this service.`,
    )
  return createResolver(context, {
    ...resolverDefaults(chainId),
    id: input.id,
    chainId,
    ...contract,
  })
}
