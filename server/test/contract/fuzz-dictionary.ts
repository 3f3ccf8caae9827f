import { namehash, zeroAddress } from 'viem'
import { lowerCaseHex } from '../../src/crypto/hex.ts'
import { insertOperator } from '../../src/store/entities/members.ts'
import { createApiKey } from '../support/credentials/api-keys.ts'
import { type PageHeaders, signIn } from '../support/credentials/sessions.ts'
import { createWallet, type SignedMessage, signMessage } from '../support/credentials/signed-headers.ts'
import { ethereumAddress, seedSubname, subnameBody } from '../support/entities/subnames.ts'
import { addressCall, encodeLookup } from '../support/gateway/client.ts'
import { dataOf } from '../support/http/api-client.ts'
import type { TestService } from '../support/service/service.ts'
import type { FuzzDictionary } from './fuzz-requests.ts'
import { hostileCalls, hostileTexts } from './hostile-calls.ts'

interface FuzzSubject {
  readonly dictionary: FuzzDictionary
  readonly signed: SignedMessage
  /** Of an operator. */
  readonly session: PageHeaders
}

/**
 * Creates a domain with one claimed and one reserved subname and what a domain has beside names, and returns the values that
 * lead to them, by the name of the parameter or field, with a message that their holder has signed, and a session.
 */
export async function prepareFuzzDictionary(service: TestService): Promise<FuzzSubject> {
  const { context, workspaceId, key, call } = service
  const domain = await service.onboard()
  const holder = createWallet()
  await seedSubname(service, domain, 'held', { addresses: [ethereumAddress(holder.address)] })
  const reservation = { ...subnameBody(domain, 'reserved'), ethAddress: holder.address }
  await call('POST', '/ens/v1/subname/reserve', { headers: { 'x-api-key': key }, body: reservation })
  const spare = await createApiKey(context, { workspaceId, name: 'spare', scopes: ['names:write'] })
  const signed = await signMessage(holder, { chainId: 1 })
  const operator = createWallet()
  const address = lowerCaseHex(operator.address)
  await context.store.transaction((tx) => insertOperator(tx, { address, addedBy: null, createdAt: 0 }))
  const session = await signIn(service, operator)
  const create = async (path: string, body: object) => {
    const response = await call('POST', path, { headers: { 'x-api-key': key }, body })
    return dataOf<{ readonly id: string; readonly secret?: string }>(response, 201)
  }
  const ofDomain = `/byname/v1/domains/${domain.name}`
  const link = await create(`${ofDomain}/invitation-links?chainId=1`, {})
  const texts = [{ key: 'url', value: 'https://acme.example/{label}' }]
  const template = await create(`${ofDomain}/templates?chainId=1`, { name: 'Team', texts })
  const webhook = { url: 'https://localhost/', types: ['subname.issued'], workspaceId }
  // A workspace has a number of them at most, and what is sent creates and deletes some.
  const listed = await call('GET', `/byname/v1/webhooks?workspaceId=${workspaceId}`, {
    headers: { 'x-api-key': key },
  })
  const [existing] = dataOf<{ readonly data: readonly { readonly id: string }[] }>(listed).data
  const { id: webhookId } = existing ?? (await create('/byname/v1/webhooks', webhook))

  const free = Array.from({ length: 20 }, (_, index) => `free${index}`)
  const labels = ['held', 'reserved', ...free]
  const names = labels.map((label) => `${label}.${domain.name}`)
  const ids = { workspaceId: [workspaceId], ensId: [domain.id], keyId: [spare.apiKey.id] }
  const addresses = [holder.address, zeroAddress]
  const calls = [
    ...names.map((name) => encodeLookup(name, addressCall(name))),
    ...hostileCalls(`held.${domain.name}`),
  ]
  const dictionary = {
    ...ids,
    newWorkspaceId: [workspaceId],
    offchainResolverId: [domain.resolverId],
    resolverId: [domain.resolverId],
    id: [domain.id, domain.resolverId],
    chainId: [1, 1, 1, '1', 11155111],
    username: labels,
    ensDomain: [domain.name],
    nodeProvider: ['https://rpc.example'],
    ensDomains: [[domain.name], [domain.name, 'demo.eth']],
    subname: names,
    mApp: names,
    name: [...names, 'hel'],
    names: [['demo.eth'], names],
    ens: [...names, domain.name, `held.${domain.name}@base`],
    nameHash: names.map((name) => namehash(name)),
    address: [holder.address, holder.address, `${holder.address}@ethereum`],
    ethAddress: addresses,
    resolverAddress: addresses,
    ensRegistryAddress: addresses,
    sender: addresses,
    data: [...calls, 'true', 'false'],
    callData: calls,
    text: hostileTexts(),
    coinType: [60, 0, 2147483658],
    contentHash: ['', 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'],
    message: [signed.message],
    signature: [signed.signature],
    origin: ['http://localhost:3333/'],
    // Of a path, and of a message that is signed.
    domain: [domain.name, domain.name, domain.name, 'localhost'],
    linkId: [link.id],
    invitation: [link.secret],
    templateId: [template.id],
    webhookId: [webhookId],
    member: [operator.address],
    ttl: [120_000],
    userChosenLimit: [0, 5],
    scopes: [['names:write'], ['names:write', 'domains:write']],
    origins: [['https://shop.example']],
    expiresAt: ['2100-01-01T00:00:00Z'],
    overlap: [0, 3600],
    environment: ['production'],
    page: [1, 2],
    limit: [1, 20],
    take: [5],
    skip: [0],
    providerUrl: ['https://127.0.0.1/', 'http://localhost'],
    rpcUrl: ['https://127.0.0.1/'],
  }
  return { dictionary, signed, session }
}
