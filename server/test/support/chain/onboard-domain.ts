import type { Devnet } from '@byname/devnet'
import type { Address, Hex } from 'viem'
import type { Context } from '../../../src/context.ts'
import { authenticateApiKey } from '../../../src/core/auth/keys.ts'
import { newId } from '../../../src/core/context.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { createResolver } from '../../../src/core/resolvers/resolvers.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { SigningScheme } from '../../../src/gateway/digest.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import { type ChainId, type TestSandbox, user } from '../service/sandbox.ts'
import { deployResolverOf } from './deploy-resolver.ts'

interface LocalResolver {
  readonly id: string
  readonly chainId: ChainId
  readonly address: Address
  /** Absent: `chain-bound`. */
  readonly signingScheme?: SigningScheme
}

/** The entry of a resolver contract on a local chain. */
export async function createLocalResolver(
  context: Context,
  devnet: Devnet,
  { chainId, signingScheme = 'chain-bound', ...resolver }: LocalResolver,
): Promise<void> {
  await createResolver(context, {
    ...resolver,
    chainId,
    signingScheme,
    registryAddress: devnet.addresses(chainId).registry,
    nodeProvider: devnet.rpcUrl(chainId),
    chainName: 'local',
    environment: 'test',
  })
}

/** A domain that is registered on chain, with its own resolver, and onboarded. */
export interface OnboardedDomain {
  readonly name: string
  readonly chainId: ChainId
  readonly resolver: Address
  readonly resolverId: string
}

interface Onboarding {
  readonly label: string
  readonly chainId?: ChainId
  readonly scheme: SigningScheme
  /** The request form that the resolver's gateway URLs select. */
  readonly form: 'POST' | 'GET'
  /** Absent: the service itself. */
  readonly gatewayUrl?: string
  /** Beside that of the service. */
  readonly furtherSigners?: readonly Address[]
}

/**
 * Deploys a resolver for `<label>.eth`, registers the name and onboards it, as the operator may without a signature.
 */
export async function onboardNewDomain(
  sandbox: TestSandbox,
  onboarding: Onboarding,
): Promise<OnboardedDomain> {
  const { context, devnet, file } = sandbox
  const { label, chainId = 1, scheme } = onboarding
  const name = `${label}.eth`
  const resolverId = newId()
  const resolver = await deploy(sandbox, resolverId, onboarding)
  const entry = { id: resolverId, chainId, address: resolver, signingScheme: scheme }
  await createLocalResolver(context, devnet, entry)
  await devnet.registerName(chainId, label, { owner: user(sandbox, 0).address, resolver })
  const caller = { apiKey: await authenticateApiKey(context, file.adminKey, undefined) }
  await onboardDomain(context, {
    caller,
    workspaceId: file.workspaceId,
    resolverId,
    name: normalizeName(name),
  })
  return { name, chainId, resolver, resolverId }
}

async function deploy(sandbox: TestSandbox, resolverId: string, onboarding: Onboarding): Promise<Address> {
  const { chainId = 1, scheme, form, gatewayUrl = sandbox.file.url, furtherSigners = [] } = onboarding
  const url = `${gatewayUrl}/ccip/${resolverId}${form === 'GET' ? '/{sender}/{data}.json' : ''}`
  const signers = [signerAddressOf(sandbox, chainId), ...furtherSigners]
  return deployResolverOf(sandbox.devnet, { chainId, scheme, url, signers })
}

/** The address that signs the gateway's responses for a chain. */
export function signerAddressOf({ context }: TestSandbox, chainId: ChainId): Hex {
  const [signer] = context.signers.get(chainId) ?? []
  if (!signer) throw new Error(`Chain ${chainId} has no signer.`)
  return signer.address
}

/** Adds a name under an onboarded domain over HTTP, with the API key alone. */
export async function addName(
  { call, file }: TestSandbox,
  { name, chainId }: Pick<OnboardedDomain, 'name' | 'chainId'>,
  label: string,
  records: Readonly<Record<string, unknown>>,
): Promise<ApiResponse> {
  const body = { username: label, ensDomain: name, chainId, overrideSignatureCheck: true, ...records }
  const response = await call('POST', '/ens/v1/subname/add', { headers: { 'x-api-key': file.apiKey }, body })
  dataOf(response)
  return response
}
