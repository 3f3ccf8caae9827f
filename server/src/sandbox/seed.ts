import { randomBytes } from 'node:crypto'
import type { Devnet } from '@byname/devnet'
import { type Base, startBase } from '@byname/devnet/base'
import type { Hex } from 'viem'
import { type Config, readConfig, type Secrets } from '../config/config.ts'
import type { Context } from '../context.ts'
import { createApiKey, ensureAdminKey } from '../core/api-keys.ts'
import { authenticateApiKey } from '../core/auth/keys.ts'
import { operatorCaller } from '../core/auth/sessions.ts'
import { newId } from '../core/context.ts'
import { updateDomain } from '../core/domains/change.ts'
import { onboardDomain } from '../core/domains/onboard.ts'
import { getPolicy, type PolicyRef } from '../core/policies/policy.ts'
import { updatePolicy } from '../core/policies/update.ts'
import { createResolver, gatewayUrls, listResolvers } from '../core/resolvers/resolvers.ts'
import { updateResolver } from '../core/resolvers/update.ts'
import { createWorkspace } from '../core/workspaces.ts'
import { lowerCaseHex } from '../crypto/hex.ts'
import { type ChainId, chainIds, ensChain, mapChains } from '../ens/chains.ts'
import { parseDomain } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import type { SandboxFile } from './sandbox-file.ts'

const domain = parseDomain('demo.eth')

interface SeedOptions {
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
    scopes: ['names:write', 'names:export', 'domains:write'],
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
  await updateDomain(context, { ...ref, name: ref.domain, branding: sandboxBranding })
  await updatePolicy(context, { ...ref, changes: { claims: 'open' } })
}

const sandboxBranding = {
  words:
    'A domain to try on this machine. Claim a name with one signature, and every ENS client of its chains finds you.',
} as const

/** Proves that an account controls its domain. */
async function signControlMessage({ address, privateKey }: ReturnType<typeof domainOwner>, chainId: number) {
  const { privateKeyToAccount } = await import('viem/accounts')
  const message = await composeSiweMessage(address, chainId)
  return { address, message, signature: await privateKeyToAccount(privateKey).signMessage({ message }) }
}

type Account = Devnet['accounts'][number]

type Chains = Pick<Devnet, 'accounts'>

/** The last account deploys. Those before it sign gateway responses, one for each chain with names. */
const firstSignerIndex = 9 - chainIds.length

/** The payment chain has no signer; there, two of these accounts are relayer and payee. */
const relayerIndex = 7
const payeeIndex = 8

function accountAt({ accounts }: Chains, index: number): Account {
  const account = accounts[index]
  if (account) return account
  throw new Error(`The local chains have no account ${index}.`)
}

/** The first one owns the sandbox's domains. */
export function userAccounts(chains: Chains): readonly Account[] {
  return chains.accounts.slice(0, firstSignerIndex)
}

export function domainOwner(chains: Chains): Account {
  return accountAt(chains, 0)
}

export function signerKeys(chains: Chains): Record<ChainId, Hex> {
  return mapChains(({ id }) => accountAt(chains, firstSignerIndex + chainIds.indexOf(id)).privateKey)
}

function payerAccount(chains: Chains): Account {
  return accountAt(chains, 1)
}

function relayerKey(chains: Chains): Hex {
  return accountAt(chains, relayerIndex).privateKey
}

function payeeAddress(chains: Chains): Hex {
  return accountAt(chains, payeeIndex).address
}

const lifetimeMs = 3_600_000

/** EIP-4361, as an application on this machine would request it. */
export async function composeSiweMessage(address: `0x${string}`, chainId: number): Promise<string> {
  const { createSiweMessage } = await import('viem/siwe')
  const issuedAt = new Date()
  return createSiweMessage({
    domain: 'localhost',
    uri: 'http://localhost/',
    version: '1',
    statement: 'Sign in to manage your names.',
    nonce: randomBytes(8).toString('hex'),
    address,
    chainId,
    issuedAt,
    expirationTime: new Date(issuedAt.getTime() + lifetimeMs),
  })
}

const environment = 'sandbox'

/** An entry whose contract a new chain lacks moves to a new contract. */
async function ensureResolver(context: Context, devnet: Devnet, chainId: ChainId, url: string) {
  const entry = (await listResolvers(context)).find(
    (resolver) => resolver.chainId === chainId && resolver.environment === environment,
  )
  const id = entry?.id ?? newId()
  const urls = gatewayUrls(url, id)
  const nodeProvider = devnet.rpcUrl(chainId)
  const registryAddress = devnet.addresses(chainId).registry
  if (entry && (await devnet.isContract(chainId, entry.address))) {
    await devnet.setResolverUrls(chainId, entry.address, urls)
    return updateResolver(context, { id, address: entry.address, registryAddress, nodeProvider, environment })
  }
  const signers = (context.signers.get(chainId) ?? []).map((signer) => signer.address)
  const address = await devnet.deployResolver(chainId, { urls, signers })
  if (entry) return updateResolver(context, { id, address, registryAddress, nodeProvider, environment })
  return createResolver(context, {
    id,
    chainId,
    address,
    registryAddress,
    nodeProvider,
    chainName: ensChain(chainId).name,
    environment,
    signingScheme: 'merkle',
  })
}

/** Base units: a thousand dollars a user. */
const initialBalance = 1_000_000_000n

type PaymentConfig = NonNullable<Config['payment']>

interface SandboxPayment {
  readonly config: PaymentConfig
  readonly secrets: Secrets['payment']
  readonly file: Required<SandboxFile>['payment']
}

/** A new chain funds its users. */
export function startPaymentChain(
  { sandboxChainPort }: Config,
  devnet: Devnet,
  stateDir: string | undefined,
): Promise<Base> {
  return startBase({
    port: sandboxChainPort && sandboxChainPort + chainIds.length,
    ...(stateDir && { stateDir }),
    balances: new Map(userAccounts(devnet).map(({ address }) => [address, initialBalance])),
  })
}

/** Overrides the environment: payment on the local chain, to its own payee. */
export function configurePayment(
  base: Base,
  config: Config,
  previous: SandboxFile | undefined,
): SandboxPayment {
  const { chainId, token: asset, rpcUrl } = base
  const payTo = payeeAddress(base)
  const settings = config.payment ?? defaultPaymentConfig(payTo)
  const tokenIds = { chainId, asset: lowerCaseHex(asset), payTo: lowerCaseHex(payTo) }
  const token = { tokenName: 'USD Coin', tokenVersion: '2', decimals: 6 }
  const terms = { ...settings.terms, ...tokenIds, ...token }
  const secret = previous?.payment?.secret ?? randomBytes(32).toString('hex')
  const relayer = { relayerKey: relayerKey(base), rpcUrl, facilitatorUrl: undefined }
  const amount = terms.amount.toString()
  return {
    config: { ...settings, terms },
    secrets: { ...relayer, secret, previousSecret: undefined },
    file: { chainId, rpcUrl, asset, payTo, amount, payer: { ...payerAccount(base) }, secret },
  }
}

/**
 * A killed sandbox may have lost blocks that the journal still counts. The relayer continues with the journal's nonce,
 * which must leave no gap on chain.
 */
export async function syncRelayerNonceOnChain(base: Base, context: Context): Promise<void> {
  const nonce = await context.payments.active?.syncRelayerNonce()
  if (nonce?.journal !== undefined && nonce.journal > nonce.chain)
    await base.setNonce(nonce.relayer, nonce.journal)
}

function defaultPaymentConfig(payTo: Hex): PaymentConfig {
  const { config } = readConfig({
    PAYMENT_PAY_TO: payTo,
    PAYMENT_SECRET: 'of no meaning without a service in use',
    PAYMENT_FACILITATOR_URL: 'http://127.0.0.1',
    PUBLIC_URL: 'http://127.0.0.1',
    RPC_URL_1: 'http://127.0.0.1',
  })
  if (!config.payment) throw new Error('Payment has no defaults.')
  return config.payment
}
