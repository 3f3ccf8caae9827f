import type { Address, Hex } from 'viem'
import { deferImport } from '../../async/defer-import.ts'
import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { gatewayUrls } from './gateway-urls.ts'

export interface DeploymentRequest {
  readonly chainId: number
  /** May change signers and gateway URLs. */
  readonly owner: Address
  /** Under which clients reach this service. */
  readonly publicUrl: string
}

export interface PreparedDeployment {
  /** For the registration of the contract; its gateway URLs contain it. */
  readonly id: string
  readonly chainId: number
  readonly signer: Address
  readonly urls: readonly string[]
  /** Of the transaction that creates the contract. */
  readonly data: Hex
}

const importDeployment = deferImport(() => import('../../chain/deploy-resolver.ts'))

/** Composes the transaction that deploys a resolver for this service. Stores nothing. */
export async function prepareDeployment(
  { signers }: CoreContext,
  { chainId: requestedChain, owner, publicUrl }: DeploymentRequest,
): Promise<PreparedDeployment> {
  const chainId = requireSupportedChain(requestedChain)
  const [signer] = signers.get(chainId) ?? []
  if (!signer)
    throw new AppError('BadRequestException', `Chain ${chainId} has no signer: set SIGNER_KEY_${chainId}.`)
  const { resolverDeployData } = await importDeployment()
  const id = newId()
  const urls = gatewayUrls(publicUrl, id)
  const data = resolverDeployData({ owner, urls, signers: [signer.address] })
  return { id, chainId, signer: signer.address, urls, data }
}
