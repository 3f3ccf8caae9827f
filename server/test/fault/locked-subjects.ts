import { randomBytes } from 'node:crypto'
import { getAddress, toHex } from 'viem'
import { hashKey } from '../../src/core/auth/keys.ts'
import { deriveSecret } from '../../src/core/derived-secret.ts'
import { sealGrant } from '../../src/core/oauth/authorization-code.ts'
import { createResolver } from '../../src/core/resolvers/resolvers.ts'
import { lowerCaseHex } from '../../src/crypto/hex.ts'
import { parseDomain } from '../../src/ens/names.ts'
import { touchApiKey } from '../../src/store/entities/api-keys.ts'
import { insertChallenge } from '../../src/store/entities/challenges.ts'
import { consumeMessage } from '../../src/store/entities/consumed-messages.ts'
import { countImages } from '../../src/store/entities/images.ts'
import { lockOperators } from '../../src/store/entities/members.ts'
import { saveTrustedSigners } from '../../src/store/entities/resolvers.ts'
import { selectSessions, touchSession } from '../../src/store/entities/sessions.ts'
import type { VersionedTransaction } from '../../src/store/tables.ts'
import { createAdminKey, createKey } from '../support/credentials/api-keys.ts'
import { sendSignIn, signIn, signInHeaders } from '../support/credentials/sessions.ts'
import { createWallet, signedHeaders } from '../support/credentials/signed-headers.ts'
import { challengeBody, createHeldSubname } from '../support/entities/mapps.ts'
import { createForm, createHeldName, randomImage, uploadPath } from '../support/media/uploads.ts'
import type { TestService } from '../support/service/service.ts'

interface Locked {
  /** What another transaction holds. */
  readonly lock: (tx: VersionedTransaction) => Promise<unknown>
  /** A request that waits for it. */
  readonly send: () => Promise<Pick<Response, 'status' | 'headers'>>
}

const digits = () => randomBytes(8).toString('hex')

/** Requests of one caller that write rows which belong to no domain, by the rows that they wait for. */
export const lockedSubjects: Readonly<Record<string, (service: TestService) => Promise<Locked>>> = {
  'the primary name of a wallet': async (service) => {
    const { ens, holder } = await createHeldSubname(service, service.demo[1], `primary-${digits()}`)
    const headers = await signedHeaders(holder, { chainId: 1 })
    const send = () =>
      service.call('POST', '/ens/v1/primary-name/set-primary-name', {
        headers,
        body: { chainId: 1, name: ens, address: holder.address },
      })
    await send()
    const address = lowerCaseHex(holder.address)
    return {
      send,
      lock: (tx) =>
        tx.updateTable('primaryNames').set({ updatedAt: 1 }).where('address', '=', address).execute(),
    }
  },
  'a message that signs in once': async (service) => {
    const wallet = createWallet()
    const nonce = digits()
    const headers = await signInHeaders(service, wallet, { nonce })
    const message = { address: lowerCaseHex(wallet.address), nonce, expiresAt: Date.now() + 600_000 }
    return {
      send: () => sendSignIn(service, headers),
      lock: (tx) => consumeMessage(tx, message, Date.now()),
    }
  },
  'a session that ends': async (service) => {
    const { headers, id } = await createSession(service)
    return {
      send: () => service.call('DELETE', `/byname/v1/sessions/${id}`, { headers }),
      lock: (tx) => touchSession(tx, id, Date.now()),
    }
  },
  'a session that is used': async (service) => {
    const { headers, id } = await createSession(service)
    const lastUsedAt = Date.now() - 120_000
    await touchSession(service.context.store.db, id, lastUsedAt)
    return {
      send: () => service.call('GET', '/byname/v1/session', { headers }),
      lock: (tx) => touchSession(tx, id, lastUsedAt),
    }
  },
  'a key that is used': async (service) => {
    const { apiKey, key } = await createKey(service)
    return {
      send: () => service.call('GET', '/ens/v1/ens/api-key', { headers: { 'x-api-key': key } }),
      lock: (tx) => touchApiKey(tx, apiKey.id, 1),
    }
  },
  'a key that an app revokes': async (service) => {
    const { apiKey, key } = await createKey(service)
    return {
      send: () =>
        fetch(`${service.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token: key }) }),
      lock: (tx) => touchApiKey(tx, apiKey.id, 1),
    }
  },
  'a key that an app fetches': async (service) => {
    const { apiKey, key } = await createKey(service, { expiresAt: Date.now() + 60_000 })
    const verifier = 'v'.repeat(64)
    const client = { clientId: 'https://app.example/app.json', redirectUri: 'http://127.0.0.1/callback' }
    const grant = {
      ...{ key, keyId: apiKey.id, ...client, scopes: ['names:write'], expiresAt: Date.now() + 60_000 },
      codeChallenge: Buffer.from(hashKey(verifier).slice(2), 'hex').toString('base64url'),
    }
    const code = sealGrant(await deriveSecret(service.context, 'authorization codes'), grant)
    const form = {
      ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
      ...{ client_id: client.clientId, redirect_uri: client.redirectUri },
    }
    return {
      send: () => fetch(`${service.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) }),
      lock: (tx) => touchApiKey(tx, apiKey.id, 1),
    }
  },
  'the operators': async (service) => {
    const headers = { 'x-api-key': await createAdminKey(service) }
    await service.call('GET', '/byname/v1/operators', { headers })
    return {
      send: () =>
        service.call('POST', '/byname/v1/operators', { headers, body: { address: createWallet().address } }),
      lock: lockOperators,
    }
  },
  'a resolver that changes': async (service) => {
    const headers = { 'x-api-key': await createAdminKey(service) }
    await service.call('GET', '/byname/v1/operators', { headers })
    const entry = resolverEntry()
    const { id } = await createResolver(service.context, entry)
    const body = {
      id,
      resolverAddress: entry.address,
      ensRegistryAddress: entry.registryAddress,
      nodeProvider: entry.nodeProvider,
      environment: entry.environment,
    }
    return {
      send: () => service.call('POST', '/ens/v1/offchain-resolvers/update', { headers, body }),
      lock: (tx) => saveTrustedSigners(tx, id, ''),
    }
  },
  'challenges that have expired': async (service) => {
    const held = await createHeldSubname(service, service.demo[1], `challenge-${digits()}`)
    const nonce = digits()
    await insertChallenge(service.context.store.db, {
      ...{ nonce, action: 'add-permission', chainId: 1 },
      ...{ subname: parseDomain('other.demo.eth'), mapp: parseDomain('app.eth') },
      ...{ message: '', createdAt: 0, expiresAt: 1, client: null },
    })
    const fields = { subname: held.ens, chainId: 1, mApp: 'app.eth' }
    const body = challengeBody(held.holder, fields)
    return {
      send: () => service.call('POST', '/ens/v1/siwe/mapp/add-permission', { body }),
      lock: (tx) => tx.updateTable('challenges').set({ message: '.' }).where('nonce', '=', nonce).execute(),
    }
  },
  'the images of a name': async (service) => {
    const name = await createHeldName(service)
    const image = await randomImage().png().toBuffer()
    const headers = await signedHeaders(name.wallet, { chainId: 1 })
    return {
      send: () => service.call('POST', uploadPath(name), { headers, body: createForm(image) }),
      lock: (tx) => countImages(tx, { chainId: 1, owner: `${name.label}.${name.domain.name}` }),
    }
  },
}

function resolverEntry() {
  return {
    chainId: 1,
    address: getAddress(toHex(randomBytes(20))),
    registryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
    nodeProvider: 'https://rpc.example',
    chainName: 'mainnet',
    environment: 'production',
    signingScheme: 'chain-bound',
  } as const
}

async function createSession(service: TestService) {
  const wallet = createWallet()
  const headers = await signIn(service, wallet)
  const subject = { address: lowerCaseHex(wallet.address), keyId: null }
  const [session] = await selectSessions(service.context.store.db, subject, 1)
  return { headers, id: session?.id ?? '' }
}
