import type { LocalAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WireOnchainRecord, WireRecord } from '../../src/http/schema/names.ts'
import { createWallet, signedHeaders, toSignedHeaders } from '../support/credentials/signed-headers.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { createFixture, type Fixture, seedSubname } from './fixture.ts'

/** The requests of the official client's previous version, byte for byte: it had mApps, and deleted addresses. */

let sandbox: TestSandbox
let fixture: Fixture

beforeAll(async () => {
  sandbox = await startTestSandbox()
  fixture = await createFixture(sandbox)
})
afterAll(() => sandbox.stop())

const axios = {
  accept: 'application/json, text/plain, */*',
  'content-type': 'application/json',
  'user-agent': 'axios/1.6.8',
  'accept-encoding': 'gzip, compress, deflate, br',
}

function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  return sandbox.call('POST', path, { body, headers: { ...axios, ...headers } })
}

/** Requests a challenge of an mApp operation and signs it. */
async function challenge(action: string, { address, signMessage }: LocalAccount, mApp: string) {
  const subname = `${fixture.held}.demo.eth`
  const body = `{"ttl":120000,"chainId":1,"origin":"http://localhost:3333/","domain":"localhost","address":"${address}","subname":"${subname}","mApp":"${mApp}"}`
  const response = await post(`/ens/v1/siwe/mapp/${action}`, body)
  const { challenge: message } = dataOf<{ challenge: string }>(response, 201)
  return { address, message, signature: await signMessage({ message }) }
}

async function permission(verb: 'add' | 'revoke', mApp: string) {
  const { address, signature, message } = await challenge(`${verb}-permission`, fixture.holder, mApp)
  const body = JSON.stringify({ address, signature, message })
  return dataOf<WireRecord>(await post(`/ens/v1/mapp/permission/${verb}`, body), 201).records.texts
}

/** The texts as the client reads them to list the enabled mApps. */
async function textsOnChain() {
  const providerUrl = encodeURIComponent(sandbox.file.chains['1'].rpcUrl)
  const path = `/ens/v1/subname/records?providerUrl=${providerUrl}&ens=${fixture.held}.demo.eth`
  return dataOf<WireOnchainRecord>(await sandbox.call('GET', path, { headers: axios })).records.texts
}

it('an mApp gets a permission, writes a field and is revoked', async () => {
  const signer = createWallet()
  const { ens: mApp } = await seedSubname(fixture, 'justverified', signer)
  const grant = { key: 'mApps', value: `{"mApps":["${mApp}"]}` }
  expect(await permission('add', mApp)).toEqual([grant])
  expect(await textsOnChain()).toEqual([grant])

  const signed = await challenge('append-field', signer, mApp)
  const body = `{"subname":"${fixture.held}.demo.eth","fields":[{"key":"com.github","value":"{}"}]}`
  dataOf(await post('/ens/v1/mapp/field/append', body, toSignedHeaders(signed)), 201)
  expect(await textsOnChain()).toEqual([grant, { key: `com.github_${mApp}`, value: '{}' }])

  expect(await permission('revoke', mApp)).toEqual([])
  expect(await textsOnChain()).toEqual([])
})

it('an empty value deletes an address', async () => {
  const headers = await signedHeaders(fixture.holder, { chainId: 1 })
  const update = async (address: string) => {
    const body = `{"chainId":1,"ensDomain":"demo.eth","addresses":[{"coinType":2147492101,"address":"${address}"}],"username":"${fixture.held}"}`
    const { records } = dataOf<WireRecord>(await post('/ens/v1/subname/update', body, headers))
    return records.coins.map(({ id }) => id)
  }
  expect(await update(fixture.holder.address)).toEqual([60, 2147492101])
  expect(await update('')).toEqual([60])
})
