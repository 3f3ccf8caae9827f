import type { Domain } from '../../../src/model/domain.ts'
import { challengeBody, sendPermission, signChallenge } from '../entities/mapps.ts'
import type { OnChain } from '../entities/on-chain.ts'
import { ethereumAddress, seedSubname } from '../entities/subnames.ts'
import { dataOf } from '../http/api-client.ts'
import { sendOperation, type ValidInput } from '../openapi/operations.ts'
import type { TestService } from '../service/service.ts'
import { createWallet, type SignedMessage, signMessage, toSignedHeaders } from './signed-headers.ts'
import { createSignedFixture, type NamesOfHolder, nameOf, type SignedFixture } from './signed-operations.ts'
import { purposeOf, transferResources } from './single-use.ts'

/** The subject of an operation that a wallet alone may do. */
export interface WalletFixture extends NamesOfHolder {
  readonly service: Pick<TestService, 'call' | 'key' | 'url'>
  /** Onboards a domain on mainnet that only this fixture has. */
  readonly onboard: () => Promise<OnChain>
  /** Host and port of the page at which its holder signs; absent: those of the service. */
  readonly site?: string
}

/** A request with the resources of the single-use message that its holder signs. */
export interface SingleUseInput extends ValidInput {
  readonly resources: string[]
}

/** Creates a fixture; an absent domain is demo.eth, and `onboard` onboards a new one. */
export async function createWalletFixture(
  service: TestService,
  domain?: Domain,
): Promise<WalletFixture & SignedFixture> {
  const fixture = await createSignedFixture(service, domain && { domain })
  return { ...fixture, onboard: async () => domain ?? service.onboard() }
}

const mainnet = { chainId: '1' }

/** The path of a domain on mainnet whose names can be claimed. */
async function openDomain({ service, onboard }: WalletFixture, needsApproval: boolean) {
  const { name: domain } = await onboard()
  const operation = { method: 'PATCH', path: '/byname/v1/domains/{domain}/policy' }
  const input = { params: { domain }, query: mainnet, body: { claims: 'open', needsApproval } }
  dataOf(await sendOperation(service.call, operation, input, { 'x-api-key': service.key }))
  return { params: { domain }, query: mainnet }
}

async function claim(fixture: WalletFixture, needsApproval: boolean): Promise<SingleUseInput> {
  const input = await openDomain(fixture, needsApproval)
  const resources = purposeOf('claim', { name: `${fixture.fresh}.${input.params.domain}` })
  return { ...input, body: { label: fixture.fresh }, resources }
}

/** Makes a claim that needs approval; returns the parameters of its path. */
export async function makeClaim(fixture: WalletFixture): Promise<{ domain: string; claimId: string }> {
  const { domain, claimId } = await makeTokenClaim(fixture)
  return { domain, claimId }
}

/** As `makeClaim`, with the token of its notices. */
export async function makeTokenClaim(fixture: WalletFixture) {
  const { service } = fixture
  const input = await claim(fixture, true)
  const operation = { method: 'POST', path: '/byname/v1/domains/{domain}/claims' }
  const headers = toSignedHeaders(await signFor(fixture, input))
  const response = await sendOperation(service.call, operation, input, headers)
  const { id: claimId, noticeToken } = dataOf<{ id: string; noticeToken: string | null }>(response, 201)
  return { domain: input.params?.['domain'] ?? '', claimId, token: noticeToken ?? '' }
}

/** The message of a request, for the site of the service: a signed challenge, or what its holder composes and signs. */
export async function signFor(
  { service, holder, site = new URL(service.url).host }: WalletFixture,
  { signed, resources }: ValidInput & Partial<SingleUseInput>,
): Promise<SignedMessage> {
  const fields = { chainId: 1, domain: site }
  return signed ?? signMessage(holder, { ...fields, ...(resources && { resources }) })
}

type PrepareSingleUse = (fixture: WalletFixture) => Promise<SingleUseInput>

/** Every operation with a message that serves once and that the client composes, with a request that is valid for the holder. */
export const singleUseInputs = {
  'POST /byname/v1/names/{name}/transfer': async (fixture) => {
    const [name, to] = [nameOf(fixture, 'held'), createWallet().address]
    return { params: { name }, query: mainnet, body: { to }, resources: transferResources(name, to) }
  },
  'DELETE /byname/v1/names/{name}': async (fixture) => {
    const name = nameOf(fixture, 'held')
    return { params: { name }, query: mainnet, resources: purposeOf('release', { name }) }
  },
  'POST /byname/v1/domains/{domain}/claims': (fixture) => claim(fixture, false),
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}': async (fixture) => {
    const params = await makeClaim(fixture)
    return { params, query: mainnet, resources: purposeOf('withdraw-claim', { claim: params.claimId }) }
  },
  'POST /byname/v1/sessions': async () => ({ body: {}, resources: purposeOf('sign-in', {}) }),
} satisfies Readonly<Record<string, PrepareSingleUse>>

type PrepareMApp = (fixture: WalletFixture) => Promise<ValidInput>

const someMApp = 'some.app.eth'

function siteOf({ site }: WalletFixture) {
  return site === undefined ? {} : { site }
}

async function challenge(fixture: WalletFixture): Promise<ValidInput> {
  const subname = nameOf(fixture, 'held')
  return { body: challengeBody(fixture.holder, { subname, mApp: someMApp, chainId: 1, ...siteOf(fixture) }) }
}

/** The holder's signature of a grant to an mApp, or of its revocation. */
async function signPermission(
  fixture: WalletFixture,
  action: 'add-permission' | 'revoke-permission',
  mApp = someMApp,
): Promise<SignedMessage> {
  const fields = {
    action,
    signer: fixture.holder,
    subname: nameOf(fixture, 'held'),
    mApp,
    chainId: 1,
    ...siteOf(fixture),
  } as const
  return signChallenge(fixture.service, fields)
}

async function grant(fixture: WalletFixture, mApp?: string): Promise<void> {
  const signed = await signPermission(fixture, 'add-permission', mApp)
  dataOf(await sendPermission(fixture.service, 'add', signed), 201)
}

/** Every operation about mApps: the challenges, and what is done with them signed. */
export const mAppInputs = {
  'POST /ens/v1/siwe/mapp/add-permission': challenge,
  'POST /ens/v1/siwe/mapp/append-field': challenge,
  'POST /ens/v1/siwe/mapp/revoke-permission': challenge,
  'POST /ens/v1/mapp/permission/add': async (fixture) => ({
    body: await signPermission(fixture, 'add-permission'),
  }),
  'POST /ens/v1/mapp/permission/revoke': async (fixture) => {
    await grant(fixture)
    return { body: await signPermission(fixture, 'revoke-permission') }
  },
  'POST /ens/v1/mapp/field/append': async (fixture) => {
    const { service, domain, fresh } = fixture
    const [signer, subname] = [createWallet(), nameOf(fixture, 'held')]
    const addresses = [ethereumAddress(signer.address)]
    const { ens: mApp } = await seedSubname(service, domain, `app-${fresh}`, { addresses })
    await grant(fixture, mApp)
    const fields = { action: 'append-field', signer, subname, mApp, chainId: 1, ...siteOf(fixture) } as const
    return {
      body: { subname, fields: [{ key: 'com.github', value: '{}' }] },
      signed: await signChallenge(service, fields),
    }
  },
} satisfies Readonly<Record<string, PrepareMApp>>
