import sharp from 'sharp'
import { createApiKey } from '../../src/core/api-keys/create.ts'
import { createWorkspace } from '../../src/core/workspaces/create.ts'
import { dataOf } from '../support/api-client.ts'
import { signChallenge } from '../support/mapps.ts'
import { user } from '../support/sandbox.ts'
import { createWallet, type SignedMessage, signMessage, toSignedHeaders } from '../support/signed-headers.ts'
import { ethereumAddress } from '../support/subnames.ts'
import { callWithKey, createOwnDomain, type Fixture, seedSubname, subnameKey } from './fixture.ts'

/** A request that succeeds with the right credentials, without them. */
export interface ValidInput {
  /** Of the path, by name. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** What is signed, and by whom; absent: any message for mainnet, by the scene's holder. */
  readonly signed?: SignedMessage
}

/** Prepares what an operation needs, and gives the request. */
export type Prepare = (scene: Fixture) => ValidInput | Promise<ValidInput>

export const mainnet = { chainId: '1' }
export function nameOf(label: string) {
  return `${label}.demo.eth`
}

export const text = [{ key: 'url', value: 'https://example.com' }]
export const change = { text, addresses: [], contentHash: '' }

export const add: Prepare = ({ fresh, holder }) => ({
  body: { ...subnameKey(fresh), addresses: [ethereumAddress(holder.address)], text },
})
export const reserve: Prepare = ({ fresh, holder }) => ({
  body: { ...subnameKey(fresh), ethAddress: holder.address },
})
export const named: Prepare = ({ held }) => ({ query: { subname: nameOf(held), ...mainnet } })
export const readThroughNode: Prepare = ({ sandbox, held }) => ({
  query: { ens: nameOf(held), providerUrl: sandbox.file.chains['1'].rpcUrl },
})
export const resolveThroughNode: Prepare = ({ sandbox, held }) => ({
  query: { ens: nameOf(held), rpcUrl: sandbox.file.chains['1'].rpcUrl },
})
export const listing: Prepare = () => ({ query: { ...mainnet, ensDomains: 'demo.eth' } })

function challengeFields({ holder: { address } }: Fixture) {
  return {
    domain: 'localhost',
    origin: 'http://localhost:3333/',
    address,
    chainId: 1,
  }
}
export const challenge: Prepare = (scene) => ({ body: challengeFields(scene) })
export const onboardingChallenge: Prepare = ({ sandbox, holder: { address } }) => ({
  params: { domain: 'acme.eth' },
  query: mainnet,
  body: {
    domain: 'localhost',
    origin: 'http://localhost:3333/',
    address,
    workspaceId: sandbox.file.workspaceId,
  },
})
export const mAppChallenge: Prepare = (scene) => ({
  body: { ...challengeFields(scene), subname: nameOf(scene.held), mApp: 'some.app.eth' },
})
export const verify: Prepare = async ({ holder }) => ({ body: await signMessage(holder, { chainId: 1 }) })

/** The holder's signature under a grant to `mApp`, or under its revocation. */
export function permission(action: 'add-permission' | 'revoke-permission', mApp = 'some.app.eth'): Prepare {
  return async ({ sandbox, holder, held }) => {
    const fields = { action, signer: holder, subname: nameOf(held), mApp, chainId: 1 } as const
    return { body: await signChallenge(sandbox, fields) }
  }
}

export async function grant(scene: Fixture, mApp?: string) {
  const { body } = await permission('add-permission', mApp)(scene)
  dataOf(await scene.sandbox.call('POST', '/ens/v1/mapp/permission/add', { body }), 201)
}

export const append: Prepare = async (scene) => {
  const signer = createWallet()
  const { ens: mApp } = await seedSubname(scene, `app-${scene.fresh}`, signer)
  await grant(scene, mApp)
  const subname = nameOf(scene.held)
  const fields = { action: 'append-field', signer, subname, mApp, chainId: 1 } as const
  return {
    body: { subname, fields: [{ key: 'com.github', value: '{}' }] },
    signed: await signChallenge(scene.sandbox, fields),
  }
}

export const setPrimaryName: Prepare = ({ held, holder }) => ({
  body: { chainId: 1, name: nameOf(held), address: holder.address },
})
export async function withPrimaryName(scene: Fixture) {
  const headers = toSignedHeaders(await signMessage(scene.holder, { chainId: 1 }))
  const { body } = await setPrimaryName(scene)
  const path = '/ens/v1/primary-name/set-primary-name'
  return dataOf<{ nameHash: string }>(await scene.sandbox.call('POST', path, { headers, body }))
}

/** What is asked of a domain that only this scene has. */
export function ofDomain(
  input: (domain: { readonly ensId: string; readonly name: string }) => ReturnType<Prepare>,
): Prepare {
  return async (scene) => {
    const { ensId, domainName: name } = await createOwnDomain(scene)
    return input({ ensId, name })
  }
}
export function onDomain(fields: object = {}): Prepare {
  return ofDomain(({ ensId }) => ({ body: { ensId, ...fields } }))
}

/** A domain that is deleted, so that it can be onboarded with a signature of its owner. */
export const onboarding: Prepare = async (scene) => {
  const { ensId, domainName: ensDomain, offchainResolverId } = await createOwnDomain(scene)
  dataOf(await callWithKey(scene, 'POST', '/ens/v1/ens/delete', { ensId }), 201)
  return {
    body: { ensDomain, offchainResolverId, workspaceId: scene.sandbox.file.workspaceId },
    signed: await signMessage(user(scene.sandbox, 0), { chainId: 1 }),
  }
}

export const moving: Prepare = async (scene) => {
  const { ensId } = await createOwnDomain(scene)
  const { id: newWorkspaceId } = await createWorkspace(scene.sandbox.context, { name: 'Next' })
  const { key: newWorkspaceKey } = await createApiKey(scene.sandbox.context, {
    workspaceId: newWorkspaceId,
    name: 'next',
    scopes: ['domains:write'],
  })
  return { body: { ensId, newWorkspaceId, newWorkspaceKey } }
}

export const workspace: Prepare = ({ sandbox }) => ({ params: { workspaceId: sandbox.file.workspaceId } })

export function ownKey(body?: object): Prepare {
  return async ({ sandbox: { context, file } }) => {
    const { workspaceId } = file
    const { apiKey } = await createApiKey(context, { workspaceId, name: 'spare', scopes: ['names:write'] })
    return { params: { workspaceId, keyId: apiKey.id }, body }
  }
}

export const updateResolver: Prepare = async (scene) => {
  const { offchainResolverId: id } = await createOwnDomain(scene)
  const resolverAddress = createWallet().address
  const { registry: ensRegistryAddress } = scene.sandbox.devnet.addresses(1)
  return {
    body: {
      id,
      resolverAddress,
      ensRegistryAddress,
      nodeProvider: 'https://rpc.example',
      environment: 'test',
    },
  }
}

export async function image() {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'avatar.png')
  return form
}

export const nothing: Prepare = () => ({})
