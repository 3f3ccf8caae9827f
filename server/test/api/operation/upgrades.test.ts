import { readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Address, decodeAbiParameters, decodeFunctionResult, type Hex, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { Service } from '../../../src/listen.ts'
import { startService } from '../../../src/server.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { type Databases, describeOnEachDatabase } from '../../support/databases/stores.ts'
import { createFolder } from '../../support/folders.ts'
import { resolverAbi } from '../../support/gateway/calls.ts'
import { addressCall, encodeLookup, postLookup } from '../../support/gateway/client.ts'
import { type ApiCall, type ApiResponse, createClient, dataOf } from '../../support/http/api-client.ts'
import { testEnvironment } from '../../support/service/service.ts'

/** What was written besides the names, by dialect: ids and keys are random. */
const factsSchema = z.object({
  key: z.string(),
  workspaceId: z.string(),
  resolverId: z.string(),
  domainId: z.string(),
  holder: z.custom<Address>(),
  admin: z.string().optional(),
  cookie: z.string().optional(),
  pending: z.string().optional(),
})

/** When the databases were written: sessions and messages are valid. */
const writtenAt = Date.parse('2026-11-25T08:30:00Z')

/** Databases as a version left them, named by its last migration. */
const versions = ['0001', '0010'] as const

function readFixture(name: string): Promise<Buffer> {
  return readFile(new URL(`./upgrades/${name}`, import.meta.url))
}

async function restore(databases: Databases, version: string): Promise<string> {
  const url = await databases.create()
  const extension = databases.dialect === 'sqlite' ? 'sqlite.gz' : 'postgres.sql.gz'
  const content = await promisify(gunzip)(await readFixture(`${version}.${extension}`))
  if (databases.dialect === 'sqlite') await writeFile(url.slice('sqlite:'.length), content)
  else {
    const connection = await connectRaw(url)
    await connection.run(content.toString())
    await connection.close()
  }
  return url
}

describeOnEachDatabase('An upgrade', (databases) => {
  describe.each(versions)('from migration %s', (version) => {
    let folder: string
    let service: Service
    let call: ApiCall
    let facts: z.output<typeof factsSchema>
    let headers: { readonly 'x-api-key': string }

    beforeAll(async () => {
      const all = z
        .record(z.string(), factsSchema)
        .parse(JSON.parse(`${await readFixture(`${version}.json`)}`))
      facts = factsSchema.parse(all[databases.dialect])
      headers = { 'x-api-key': facts.key }
      folder = await createFolder('upgrade')
      const environment = testEnvironment(folder, await restore(databases, version))
      const { config, secrets } = readConfig(environment)
      const startedAt = Date.now()
      const clock = () => writtenAt + Date.now() - startedAt
      service = await startService(await createContext(config, secrets, { clock }))
      call = await createClient(service.url)
    })
    afterAll(async () => {
      await service.stop()
      await rm(folder, { recursive: true })
    })

    const readName = (name: string, chainId = 1) =>
      call('GET', `/ens/v1/subname/subname?subname=${name}&chainId=${chainId}`)

    it('rule: names have their records and holders', async () => {
      expect(dataOf(await readName('alice.demo.eth'))).toMatchObject({
        ens: 'alice.demo.eth',
        isClaimed: true,
        records: {
          texts: [
            { key: 'description', value: 'the first of Demo' },
            { key: 'com.twitter', value: 'alice' },
          ],
          coins: [
            { id: 60, value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
            { id: 0, value: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
          ],
          contentHash: {
            protocolType: 'ipfs',
            decoded: 'bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4',
          },
        },
      })
      expect(dataOf(await readName('bob.demo.eth'))).toMatchObject({
        records: {
          texts: [{ key: 'url', value: 'https://bob.example' }],
          coins: [{ id: 60, value: facts.holder }],
        },
      })
      expect(dataOf(await readName('carol.demo.eth', 11155111))).toMatchObject({ ens: 'carol.demo.eth' })
      expect(dataOf(await readName('invited.demo.eth'))).toMatchObject({ isClaimed: false })
      expect((await readName('gone.demo.eth')).status).toBe(404)
    })

    it('rule: names resolve, and a removed one does not', async () => {
      const lookUp = async (name: string) => {
        const data = encodeLookup(name, addressCall(name))
        const response = await postLookup({ call }, { id: facts.resolverId }, data)
        return response.status === 200 ? addressIn(response) : response.status
      }
      expect(await lookUp('alice.demo.eth')).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
      expect(await lookUp('bob.demo.eth')).toBe(facts.holder)
      expect(await lookUp('gone.demo.eth')).toMatch(/^0x0{40}$/)
    })

    it('rule: keys are valid, and what they write is found', async () => {
      const body = { username: 'later', ensDomain: 'demo.eth', chainId: 1, overrideSignatureCheck: true }
      const addresses = [{ coinType: 60, address: facts.holder }]
      dataOf(await call('POST', '/ens/v1/subname/add', { headers, body: { ...body, addresses } }))
      expect(dataOf(await readName('later.demo.eth'))).toMatchObject({ isClaimed: true })
      const search = '/ens/v1/subname/search?name=late&chainId=1'
      expect(textOf(await call('GET', search))).toContain('later.demo.eth')
    })

    it('rule: events are those that were written, in their order', async () => {
      const response = await call('GET', '/byname/v1/events?limit=100', { headers })
      const text = textOf(response)
      // Before migration 0002, only what was removed is logged.
      const logged = version === '0001' ? ['gone'] : ['alice', 'bob', 'carol', 'gone', 'invited', 'dave']
      for (const label of logged) expect(text).toContain(`${label}.demo.eth`)
      expect(text).toContain('subname.revoked')
      const times = dataOf<WireEventPage>(response).data.map(({ time }) => time)
      expect(times.length).toBeGreaterThan(logged.length)
      expect(times).toEqual(times.toSorted())
    })

    if (version === '0010')
      it('rule: policies, claims, webhooks, sessions and statistics are as they were', async () => {
        const read = async (path: string) => textOf(await call('GET', path, { headers }))
        const policy = await read('/byname/v1/domains/demo.eth/policy?chainId=1')
        expect(policy).toContain('"claims":"open"')
        expect(policy).toContain('"reservedLabels":["admin"]')
        expect(dataOf(await readName('dave.demo.eth'))).toMatchObject({ isClaimed: true })
        expect(await read('/byname/v1/domains/approved.eth/claims?chainId=1')).toContain(facts.pending)
        expect((await read('/byname/v1/webhooks')).match(/"isEnabled":true/g)).toHaveLength(2)
        expect(await read('/byname/v1/domains/demo.eth/statistics?chainId=1&by=day')).toMatch(/"lookups":\d/)
        const session = await call('GET', '/byname/v1/session', {
          headers: { cookie: `${facts.cookie}`, origin: service.url },
        })
        expect(textOf(session)).toContain('"role":"editor"')
      })
  })
})

function textOf({ status, body }: ApiResponse): string {
  expect(status, JSON.stringify(body)).toBe(200)
  return JSON.stringify(body)
}

function addressIn({ body }: ApiResponse): Address {
  const { data } = z.object({ data: z.custom<Hex>() }).parse(body)
  const [result] = decodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), data)
  return decodeFunctionResult({ abi: resolverAbi, functionName: 'addr', data: result })
}
