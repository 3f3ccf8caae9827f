import { v7 as newId } from 'uuid'
import { type Hex, namehash } from 'viem'
import { mainnetId, storedChainId } from '../../../src/ens/chains.ts'
import { joinName, storedLabel, storedName } from '../../../src/ens/names.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { ApiKey } from '../../../src/model/api-key.ts'
import { emptyBranding } from '../../../src/model/branding.ts'
import { type Domain, unlimitedPlan } from '../../../src/model/domain.ts'
import type { Resolver } from '../../../src/model/resolver.ts'
import type { Subname } from '../../../src/model/subname.ts'
import type { Workspace } from '../../../src/model/workspace.ts'
import { insertDomain } from '../../../src/store/entities/domains.ts'
import { insertWorkspace } from '../../../src/store/entities/members.ts'
import { insertResolver } from '../../../src/store/entities/resolvers.ts'
import type { NewWebhook } from '../../../src/store/entities/webhooks.ts'
import { insertSubnames } from '../../../src/store/entities/write-subnames.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Queryable, VersionedTransaction } from '../../../src/store/tables.ts'
import type { OnChain } from '../entities/on-chain.ts'

/** Lower-case hex of `length` random bytes. */
export function randomHex(length: number): Hex {
  return `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString('hex')}`
}

export function newWorkspace(changes: Partial<Workspace> = {}): Workspace {
  return {
    id: newId(),
    name: 'Acme',
    createdAt: Date.now(),
    ...changes,
  }
}

export function newApiKey(workspaceId: string, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: newId(),
    workspaceId,
    name: 'shop',
    prefix: 'byname_a1b2',
    hash: randomHex(32),
    scopes: ['names:write'],
    domainIds: null,
    origins: null,
    createdAt: Date.now(),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    ...changes,
  }
}

export function newWebhook(changes: Partial<NewWebhook> = {}): NewWebhook {
  return {
    ...{ id: newId(), workspaceId: newId(), url: 'https://hooks.example.com/', description: '' },
    ...{ eventTypes: null, domainIds: null, startSequence: 0 },
    ...{ secret: 'whsec_AAAA', previousSecret: null, previousSecretExpiresAt: null, messageIdKey: 'key' },
    ...{ isEnabled: true, disabledReason: null, pending: 0, failures: 0, openAttempts: 0 },
    ...{ lastDeliveredAt: null, dueAt: null, replayKey: null, leaseOwner: null, leaseUntil: 0 },
    ...{ createdAt: 1, updatedAt: 1, deletedAt: null },
    ...changes,
  }
}

export function newResolver({ chainId = mainnetId, ...changes }: Written<Partial<Resolver>> = {}): Resolver {
  return {
    id: newId(),
    chainId: storedChainId(chainId),
    address: randomHex(20),
    registryAddress: randomHex(20),
    nodeProvider: 'https://rpc.example',
    chainName: 'mainnet',
    environment: 'production',
    signingScheme: 'chain-bound',
    trustedSigners: '',
    sealTrees: '',
    hasSeals: false,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    ...changes,
  }
}

/** Large, so that it differs from those that a database assigns. */
function randomKey(): number {
  return 2 ** 30 + (Number.parseInt(randomHex(4).slice(2), 16) >>> 2)
}

/** Names and chains as a test writes them. */
type Written<Entity> = Omit<Entity, 'chainId' | 'name' | 'label'> & Partial<OnChain>

export function newDomain(
  workspaceId: string,
  resolverId: string,
  { chainId = mainnetId, ...changes }: Written<Partial<Domain>> = {},
): Domain {
  const name = changes.name ?? `d${randomHex(8).slice(2)}.eth`
  return {
    key: randomKey(),
    id: newId(),
    workspaceId,
    resolverId,
    node: namehash(name),
    userChosenLimit: null,
    sharedMaxAge: null,
    formerGateway: null,
    isBlocked: false,
    blockReason: null,
    subnameCount: 0,
    claimedCount: 0,
    allowedOrigins: null,
    onchainResolver: null,
    controller: null,
    plan: unlimitedPlan,
    policyVersion: 0,
    branding: emptyBranding,
    records: emptyRecords,
    version: 1,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    deletedAt: null,
    ...changes,
    chainId: storedChainId(chainId),
    name: storedName(name),
  }
}

export function newSubname(
  domain: Domain,
  text: string,
  changes: Omit<Partial<Subname>, 'chainId' | 'name' | 'label'> = {},
): Subname {
  const label = storedLabel(text)
  return {
    id: newId(),
    domainId: domain.id,
    chainId: domain.chainId,
    name: joinName(label, domain.name),
    label,
    holder: randomHex(20),
    isClaimed: true,
    claimedAt: Date.now(),
    records: emptyRecords,
    version: 1,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    ...changes,
  }
}

/** Onboards a domain of a new workspace and a new resolver, so that tests do not share names. */
export async function onboardDomain(
  store: Store,
  changes: Partial<Domain> = {},
): Promise<{ workspace: Workspace; resolver: Resolver; domain: Domain }> {
  const workspace = newWorkspace()
  const resolver = newResolver({ chainId: changes.chainId ?? 1 })
  const domain = newDomain(workspace.id, resolver.id, changes)
  await insertWorkspace(store.db, workspace)
  await addResolver(store, resolver)
  await addDomain(store, domain)
  return { workspace, resolver, domain }
}

/** Inserts a resolver in its own transaction; false when its address is taken. */
export function addResolver(store: Store, resolver: Resolver): Promise<boolean> {
  return store.transaction((tx) => insertResolver(tx, resolver))
}

/** Inserts a domain in its own transaction; `undefined` when its name is taken. */
export function addDomain(store: Store, domain: Domain): Promise<Domain | undefined> {
  return store.transaction((tx) => insertDomain(tx, domain))
}

/** Writes to a database that no process serves: no data version has to advance. */
export function writeUnserved<T>(db: Queryable, run: (tx: VersionedTransaction) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => run(tx as VersionedTransaction))
}

/** False when its name is taken. */
export async function insertSubname(
  tx: VersionedTransaction,
  subname: Subname,
  { policyVersion }: Pick<Domain, 'policyVersion'>,
): Promise<boolean> {
  const domain = await tx
    .selectFrom('domains')
    .select('key')
    .where('id', '=', subname.domainId)
    .executeTakeFirst()
  const inserted = await insertSubnames(tx, { key: domain?.key ?? 0, policyVersion }, [subname])
  return inserted.length === 1
}

/** Inserts a subname in its own transaction; false when its name is taken. */
export function addSubname(store: Store, subname: Subname): Promise<boolean> {
  return store.transaction((tx) => insertSubname(tx, subname, { policyVersion: 0 }))
}
