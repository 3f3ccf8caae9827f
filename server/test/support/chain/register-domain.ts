import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'
import type { WorkspaceWithKey } from '../credentials/api-keys.ts'
import { type SignedMessage, toSignedHeaders } from '../credentials/signed-headers.ts'
import type { ApiResponse } from '../http/api-client.ts'
import { type ChainId, type TestSandbox, user } from '../service/sandbox.ts'

/** A domain that is registered on chain with the sandbox's resolver, and not onboarded yet. */
export interface RegisteredDomain {
  readonly name: string
  readonly label: string
  readonly chainId: ChainId
}

/** Registers an unregistered `.eth` name; absent parts are mainnet and account 0 of the sandbox. */
export async function registerDomain(
  sandbox: TestSandbox,
  {
    chainId = 1,
    owner = user(sandbox, 0).address,
    manager = owner,
    label = `d${randomBytes(6).toString('hex')}`,
  }: { chainId?: ChainId; owner?: Address; manager?: Address; label?: string } = {},
): Promise<RegisteredDomain> {
  const { resolver } = sandbox.file.chains[chainId]
  await sandbox.devnet.registerName(chainId, label, { owner, manager, resolver })
  return { name: `${label}.eth`, label, chainId }
}

/** Requests to onboard a domain into the tenant's workspace, signed if a message is given. */
export function requestOnboardingAs(
  { call, file }: TestSandbox,
  { workspaceId, key }: WorkspaceWithKey,
  { name: ensDomain, chainId }: Pick<RegisteredDomain, 'name' | 'chainId'>,
  signed?: SignedMessage,
): Promise<ApiResponse> {
  return call('POST', '/ens/v1/ens/add', {
    headers: { 'x-api-key': key, ...(signed && toSignedHeaders(signed)) },
    body: { ensDomain, offchainResolverId: file.chains[chainId].resolverId, workspaceId },
  })
}
