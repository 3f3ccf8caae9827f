import { minedReceipt } from '@byname/devnet/mined-receipt'
import sharp from 'sharp'
import type { Hex } from 'viem'
import { sealEventMark } from '../../src/core/events/event-cursor.ts'
import { createWebhook, deleteWebhook } from '../../src/core/webhooks/webhooks.ts'
import { createWorkspace } from '../../src/core/workspaces.ts'
import { selectWebhooks } from '../../src/store/entities/webhooks.ts'
import { localWallet } from '../support/chain/deployer.ts'
import { presentSequence, sealOfSandbox } from '../support/chain/sealed-names.ts'
import { createApiKey } from '../support/credentials/api-keys.ts'
import { sendSignIn, signInHeaders } from '../support/credentials/sessions.ts'
import { createWallet, signMessage, toSignedHeaders } from '../support/credentials/signed-headers.ts'
import { signedInputs } from '../support/credentials/signed-operations.ts'
import { makeClaim, makeTokenClaim } from '../support/credentials/wallet-operations.ts'
import { ethereumAddress } from '../support/entities/subnames.ts'
import { dataOf } from '../support/http/api-client.ts'
import type { ValidInput } from '../support/openapi/operations.ts'
import { user } from '../support/service/sandbox.ts'
import { callWithKey, createOwnDomain, type Fixture, subnameKey } from './fixture.ts'

/** Prepares the state that an operation needs, and returns the request. */
export type Prepare = (fixture: Fixture) => ValidInput | Promise<ValidInput>

export const mainnet = { chainId: '1' }
export function nameOf(label: string) {
  return `${label}.demo.eth`
}

export const reserve: Prepare = ({ fresh, holder }) => ({
  body: { ...subnameKey(fresh), ethAddress: holder.address },
})
export const readThroughNode: Prepare = ({ sandbox, held }) => ({
  query: { ens: nameOf(held), providerUrl: sandbox.file.chains['1'].rpcUrl },
})
export const resolveThroughNode: Prepare = ({ sandbox, held }) => ({
  query: { ens: nameOf(held), rpcUrl: sandbox.file.chains['1'].rpcUrl },
})
export const listing: Prepare = () => ({ query: { ...mainnet, ensDomains: 'demo.eth' } })

export const verify: Prepare = async ({ holder }) => ({ body: await signMessage(holder, { chainId: 1 }) })

/** An operation on a pending claim, by the workspace. */
export function onClaim(input: Omit<ValidInput, 'params'>): Prepare {
  return async (fixture) => ({ params: await makeClaim(fixture), ...input })
}

/** The name that the fixture holds, sealed by its holder, and a set of it. */
export const sealed: Prepare = async ({ sandbox, holder, held }) => {
  const name = `${held}.demo.eth`
  const response = await sealOfSandbox(sandbox, { name, holder, address: holder.address })
  return { params: { name }, query: mainnet, body: { response } }
}

/** The reservation of the fixture, sealed by its holder, and a set that claims it. */
export const sealedClaim: Prepare = async ({ sandbox, holder, reserved }) => {
  const name = `${reserved}.demo.eth`
  const { address } = holder
  const response = await sealOfSandbox(sandbox, { name, holder, address, sequence: presentSequence() })
  return { params: { name }, query: mainnet, body: { response } }
}

/** As `sealed`, with the set stored. */
export const withSet: Prepare = async (fixture) => {
  const { body, ...target } = await sealed(fixture)
  const path = `/byname/v1/names/${target.params?.['name']}/sealed-set?chainId=1`
  dataOf(await fixture.sandbox.call('PUT', path, { body }))
  return target
}

/** An operation on the notices of a pending claim, by its token. */
export function onNotices(body: object = {}): Prepare {
  return async (fixture) => {
    const { token, ...params } = await makeTokenClaim(fixture)
    return { params, query: mainnet, body: { token, ...body } }
  }
}

interface PreparedLink {
  readonly domain: string
  readonly linkId: string
  readonly secret: string
}

/** An operation on an invitation link of a domain that only this fixture has. */
export function onLink(
  input: (link: PreparedLink) => Omit<ValidInput, 'query'> = ({ domain, linkId }) => ({
    params: { domain, linkId },
  }),
): Prepare {
  return async (fixture) => {
    const { domainName: domain } = await createOwnDomain(fixture)
    const path = `/byname/v1/domains/${domain}/invitation-links?chainId=1`
    const response = await callWithKey(fixture, 'POST', path, {})
    const { id: linkId, secret } = dataOf<{ id: string; secret: string }>(response, 201)
    return { query: { chainId: '1' }, ...input({ domain, linkId, secret }) }
  }
}

export async function withPrimaryName(fixture: Fixture) {
  const headers = toSignedHeaders(await signMessage(fixture.holder, { chainId: 1 }))
  const { body } = signedInputs['POST /ens/v1/primary-name/set-primary-name'](fixture)
  const path = '/ens/v1/primary-name/set-primary-name'
  return dataOf<{ nameHash: string }>(await fixture.sandbox.call('POST', path, { headers, body }))
}

/** A change of a domain that only this fixture has. */
export function ofDomain(
  input: (domain: { readonly ensId: string; readonly name: string }) => ReturnType<Prepare>,
): Prepare {
  return async (fixture) => {
    const { ensId, domainName: name } = await createOwnDomain(fixture)
    return input({ ensId, name })
  }
}

/** A deleted domain, so that it can be onboarded with a signature of its owner. */
export const onboarding: Prepare = async (fixture) => {
  const { ensId, domainName: ensDomain, offchainResolverId } = await createOwnDomain(fixture)
  dataOf(await callWithKey(fixture, 'POST', '/ens/v1/ens/delete', { ensId }), 201)
  return {
    body: { ensDomain, offchainResolverId, workspaceId: fixture.sandbox.file.workspaceId },
    signed: await signMessage(user(fixture.sandbox, 0), { chainId: 1 }),
  }
}

export const moving: Prepare = async (fixture) => {
  const { ensId } = await createOwnDomain(fixture)
  const { id: newWorkspaceId } = await createWorkspace(fixture.sandbox.context, { name: 'Next' })
  const { key: newWorkspaceKey } = await createApiKey(fixture.sandbox.context, {
    workspaceId: newWorkspaceId,
    name: 'next',
    scopes: ['domains:write'],
  })
  return { body: { ensId, newWorkspaceId, newWorkspaceKey } }
}

/** Of the workspace, for events that do not happen; its receiver is not contacted. */
export function ownWebhook(input: Pick<ValidInput, 'body'> = {}): Prepare {
  return async ({ sandbox: { context, file } }) => {
    const { workspaceId } = file
    const { apiKey } = await createApiKey(context, { workspaceId, name: 'hooks', scopes: ['domains:write'] })
    const eventTypes = ['payment.settled'] as const
    const webhook = { url: 'https://localhost/', description: 'For demo.eth.', eventTypes }
    const caller = { apiKey }
    // A workspace has at most 20.
    const webhooks = await selectWebhooks(context.store.db, workspaceId)
    for (const { id } of webhooks.slice(0, -10)) await deleteWebhook(context, { caller, id })
    const { id } = await createWebhook(context, { caller, ...webhook })
    return { params: { webhookId: id }, ...input }
  }
}

/** Of the settings of the sandbox; its mail server does not respond. */
export const ownAlertTarget: Prepare = ({ sandbox: { context } }) => ({
  params: { targetId: context.alerts.targets[0]?.id ?? '' },
})

export const replay: Prepare = async (fixture) => ({
  ...(await ownWebhook()(fixture)),
  body: { after: sealEventMark(fixture.sandbox.context, { sequence: 1, digest: '' }) },
})

export const replaySince: Prepare = (fixture) =>
  ownWebhook({ body: { since: new Date(fixture.sandbox.context.clock()).toISOString() } })(fixture)

export const updateResolver: Prepare = async (fixture) => {
  const { offchainResolverId: id } = await createOwnDomain(fixture)
  const resolverAddress = createWallet().address
  const { registry: ensRegistryAddress } = fixture.sandbox.devnet.addresses(1)
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

function newPng(background = 'teal'): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}

export async function image(background?: string) {
  const png = await newPng(background)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'avatar.png')
  return form
}

/** The avatar or banner of a name, as data in its record. */
export function imageOf(key: 'avatar' | 'header'): Prepare {
  return async ({ sandbox, fresh }) => {
    const png = await newPng()
    const value = `data:image/png;base64,${png.toString('base64')}`
    const { apiKey } = sandbox.file
    const body = {
      ...subnameKey(fresh),
      addresses: [ethereumAddress(createWallet().address)],
      text: [{ key, value }],
      overrideSignatureCheck: true,
    }
    dataOf(await sandbox.call('POST', '/ens/v1/subname/add', { headers: { 'x-api-key': apiKey }, body }))
    return { params: { name: nameOf(fresh) }, query: mainnet }
  }
}

/** An earlier session of the holder. */
export const ownSession: Prepare = async ({ sandbox: { call, file }, holder }) => {
  const response = await sendSignIn({ call, url: file.url }, await signInHeaders(file, holder))
  return { params: { sessionId: dataOf<{ id: string }>(response, 201).id } }
}

/** A contract that trusts the signer of the sandbox, and is not registered yet. */
export const deployedResolver: Prepare = async ({ sandbox: { call, devnet, file } }) => {
  const headers = { 'x-api-key': file.adminKey }
  const body = { owner: devnet.deployer }
  const response = await call('POST', '/byname/v1/offchain-resolvers/deployment?chainId=1', { headers, body })
  const { id, data } = dataOf<{ id: string; data: Hex }>(response)
  const wallet = localWallet(devnet.rpcUrl(1))
  const hash = await wallet.sendTransaction({ account: devnet.deployer, chain: null, data })
  const { contractAddress: address } = await minedReceipt(wallet, hash)
  return { query: { chainId: '1' }, body: { id, address } }
}

/** A host whose owner names the domain. */
async function provenHost(fixture: Fixture) {
  const { ensId, domainName: domain } = await createOwnDomain(fixture)
  const host = `names-${fixture.fresh}.example`
  fixture.sandbox.dns.records.set(`_byname.${host}`, [`byname-domain=${ensId}`])
  return { domain, host }
}

export const addHost: Prepare = async (fixture) => {
  const { domain, host } = await provenHost(fixture)
  return { params: { domain }, query: mainnet, body: { host } }
}

export const ownHost: Prepare = async (fixture) => {
  const params = await provenHost(fixture)
  const path = `/byname/v1/domains/${params.domain}/hosts?chainId=1`
  dataOf(await callWithKey(fixture, 'POST', path, { host: params.host }), 201)
  return { params, query: mainnet }
}
