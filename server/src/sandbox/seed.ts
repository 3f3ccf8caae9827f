import type { Devnet } from '@byname/devnet'
import type { Hex } from 'viem'
import type { Context } from '../context.ts'
import { createApiKey } from '../core/api-keys/create.ts'
import { ensureAdminKey } from '../core/api-keys/ensure-admin.ts'
import { authenticateApiKey } from '../core/auth/authenticate-key.ts'
import { operatorCaller } from '../core/auth/operator-caller.ts'
import { onboardDomain } from '../core/domains/onboard.ts'
import { updateDomain } from '../core/domains/update.ts'
import { getPolicy } from '../core/policies/get.ts'
import type { PolicyRef } from '../core/policies/require-policy-access.ts'
import { updatePolicy } from '../core/policies/update.ts'
import { createWorkspace } from '../core/workspaces/create.ts'
import { lowerCaseHex } from '../crypto/hex.ts'
import { type ChainId, chainIds } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { domainOwner, userAccounts } from './accounts.ts'
import { composeSiweMessage } from './compose-message.ts'
import { ensureResolver } from './resolver.ts'
import type { SandboxFile } from './sandbox-file.ts'

const domain = 'demo.eth'

export interface SeedOptions {
  readonly url: string
  /** Of the last start. */
  readonly previous: SandboxFile | undefined
  readonly adminKey: string | undefined
}

export async function seed(context: Context, devnet: Devnet, options: SeedOptions): Promise<SandboxFile> {
  const { url, previous } = options
  const adminKey = (await ensureAdminKey(context, options.adminKey)) ?? options.adminKey ?? previous?.adminKey
  if (!adminKey)
    throw new Error('The database has an admin key that is not in sandbox.json: remove the data folder.')
  const owner = lowerCaseHex(domainOwner(devnet).address)
  const { workspaceId, apiKey } = await ensureWorkspace(context, previous, owner)
  const chains = await seedChains(context, devnet, { url, workspaceId, apiKey })
  const accounts = userAccounts(devnet).map((account) => ({ ...account }))
  return { url, domain, apiKey, adminKey, workspaceId, chains, accounts }
}

/** Those of the last start if the database still has them, else new ones. */
async function ensureWorkspace(context: Context, previous: SandboxFile | undefined, owner: Hex) {
  if (previous && (await isValidKey(context, previous.apiKey))) return previous
  const { id: workspaceId } = await createWorkspace(context, { name: 'Sandbox', owner })
  const { key } = await createApiKey(context, {
    caller: operatorCaller(context),
    workspaceId,
    name: 'Sandbox',
    scopes: ['names:write', 'domains:write'],
  })
  return { workspaceId, apiKey: key }
}

async function isValidKey(context: Context, key: string): Promise<boolean> {
  return authenticateApiKey(context, key, undefined).then(
    () => true,
    () => false,
  )
}

interface ChainSeed {
  readonly url: string
  readonly workspaceId: string
  readonly apiKey: string
}

/** The result has every chain of the table, which the compiler cannot infer from the loop. */
async function seedChains(context: Context, devnet: Devnet, options: ChainSeed) {
  const chains: Partial<SandboxFile['chains']> = {}
  for (const chainId of chainIds) chains[chainId] = await seedChain(context, devnet, chainId, options)
  return chains as SandboxFile['chains']
}

async function seedChain(
  context: Context,
  devnet: Devnet,
  chainId: ChainId,
  { url, workspaceId, apiKey }: ChainSeed,
) {
  const resolver = await ensureResolver(context, devnet, chainId, url)
  const owner = domainOwner(devnet)
  await devnet.pointName(chainId, domain, { owner: owner.address, resolver: resolver.address })
  const caller = {
    apiKey: await authenticateApiKey(context, apiKey, undefined),
    // Local chains need no limit.
    signedMessage: {
      ...(await signControlMessage(owner, chainId)),
      admit: <T>(_: string, check: () => Promise<T>) => check(),
    },
  }
  await onboardDomain(context, { caller, workspaceId, resolverId: resolver.id, name: domain }).catch(
    (error) => {
      if (!(error instanceof AppError && error.name === 'EnsAlreadyExistsException')) throw error
    },
  )
  await openClaims(context, { caller, chainId, domain })
  return { rpcUrl: devnet.rpcUrl(chainId), resolver: resolver.address, resolverId: resolver.id }
}

/** Unless the policy was changed before. */
async function openClaims(context: Context, ref: PolicyRef): Promise<void> {
  const { policy } = await getPolicy(context, ref)
  if (policy.version > 0) return
  await updateDomain(context, { ...ref, name: ref.domain, look: sandboxLook })
  await updatePolicy(context, { ...ref, changes: { claims: 'open' } })
}

const sandboxLook = {
  words:
    'A domain to try on this machine. Claim a name with one signature, and every ENS client of its chains finds you.',
} as const

/** Proves that an account controls its domain. */
async function signControlMessage({ address, privateKey }: ReturnType<typeof domainOwner>, chainId: number) {
  const { privateKeyToAccount } = await import('viem/accounts')
  const message = await composeSiweMessage(address, chainId)
  return { address, message, signature: await privateKeyToAccount(privateKey).signMessage({ message }) }
}
