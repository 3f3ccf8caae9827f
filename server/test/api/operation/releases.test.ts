import { readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { decodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { type Context, createContext } from '../../../src/context.ts'
import { getResolver } from '../../../src/core/resolvers/resolvers.ts'
import { fromHex } from '../../../src/crypto/hex.ts'
import { recoverResponseSigner } from '../../../src/gateway/recover-signer.ts'
import type { Service } from '../../../src/listen.ts'
import { startService } from '../../../src/server.ts'
import { restoreDatabase } from '../../../src/store/copy/backup.ts'
import { parseDatabaseUrl } from '../../../src/store/database-url.ts'
import { dialectOf } from '../../../src/store/driver/sql-dialect.ts'
import { applyMigrations } from '../../../src/store/migrate.ts'
import { type ReleaseFacts, readPostgresSchema, releaseFacts } from '../../support/databases/release-facts.ts'
import { type Databases, describeOnEachDatabase, useDatabases } from '../../support/databases/stores.ts'
import { createFolder } from '../../support/folders.ts'
import { addressCall, encodeLookup, postLookup } from '../../support/gateway/client.ts'
import { lookUpAddress } from '../../support/gateway/look-up-address.ts'
import { type ApiCall, createClient, dataOf } from '../../support/http/api-client.ts'
import { signerAddress, testEnvironment } from '../../support/service/service.ts'

const folder = new URL('./upgrades/', import.meta.url)

/** Those whose databases are kept: each release adds a folder (`npm run release -- fixture`). */
const releases = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

function pathOf(release: string, file: string): string {
  return fileURLToPath(new URL(`${release}/${file}`, folder))
}

const lookupOutput = parseAbiParameters('bytes, uint64, bytes')

function readFacts(release: string): ReleaseFacts {
  return releaseFacts.parse(JSON.parse(readFileSync(pathOf(release, 'facts.json'), 'utf8')))
}

/** A database as the release left it. Only SQLite's is a file. */
async function restore(databases: Databases, release: string, form: string): Promise<string> {
  const databaseUrl = await databases.create()
  if (form === 'file')
    await writeFile(
      databaseUrl.slice('sqlite:'.length),
      gunzipSync(readFileSync(pathOf(release, 'sqlite.gz'))),
    )
  else {
    const copied = await restoreDatabase({ databaseUrl, file: pathOf(release, 'backup.gz') })
    expect(Object.fromEntries(copied.map(({ table, rows }) => [table, rows]))).toEqual(
      readFacts(release).rows,
    )
  }
  return databaseUrl
}

it('the first release has its databases here', () => {
  expect(releases).toContain('0.1.0')
})

describeOnEachDatabase('An upgrade from a release', (databases) => {
  const forms = databases.dialect === 'sqlite' ? ['file', 'backup'] : ['backup']
  describe.each(releases.flatMap((release) => forms.map((form) => ({ release, form }))))(
    '$release, from its $form',
    ({ release, form }) => {
      const facts = readFacts(release)
      let dataDir: string
      let context: Context
      let service: Service
      let call: ApiCall

      beforeAll(async () => {
        dataDir = await createFolder('release')
        const { config, secrets } = readConfig(
          testEnvironment(dataDir, await restore(databases, release, form)),
        )
        const startedAt = Date.now()
        const clock = () => facts.writtenAt + Date.now() - startedAt
        context = await createContext(config, secrets, { clock })
        service = await startService(context)
        call = await createClient(service.url)
      })
      afterAll(async () => {
        await service.stop()
        await rm(dataDir, { recursive: true })
      })

      const readName = async (name: string) =>
        dataOf(await call('GET', `/ens/v1/subname/subname?subname=${name}&chainId=1`))

      it('rule: every name has the records that were recorded, and resolves as it did', async () => {
        expect(facts.names.length).toBeGreaterThan(20)
        for (const { address, ...recorded } of facts.names) {
          expect(await readName(recorded.ens)).toMatchObject(recorded)
          expect([recorded.ens, await lookUpAddress(service.url, facts.resolverId, recorded.ens)]).toEqual([
            recorded.ens,
            address,
          ])
        }
      })

      it('rule: responses at the same time are signed as its contract verifies them, one by one', async () => {
        const { signingScheme, address, chainId } = await getResolver(context, facts.resolverId)
        expect(signingScheme).toBe('chain-bound')
        const signers = await Promise.all(
          facts.names.map(async ({ ens }) => {
            const callData = encodeLookup(ens, addressCall(ens))
            const { body } = await postLookup({ call }, { id: facts.resolverId }, callData)
            const { data } = body as { readonly data: Hex }
            const [result, expires, signature] = decodeAbiParameters(lookupOutput, data)
            const response = { expires, request: fromHex(callData), result: fromHex(result) }
            const signedFor = { scheme: signingScheme, chainId, resolver: address }
            return recoverResponseSigner(signedFor, response, fromHex(signature))
          }),
        )
        expect(new Set(signers)).toEqual(new Set([signerAddress.toLowerCase()]))
      })

      it('rule: what a key of the release writes is read, resolved and logged', async () => {
        const holder = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
        const ens = `later.${facts.domain}`
        const headers = { 'x-api-key': facts.key }
        const body = { username: 'later', ensDomain: facts.domain, chainId: 1, overrideSignatureCheck: true }
        const addresses = [{ coinType: 60, address: holder }]
        dataOf(await call('POST', '/ens/v1/subname/add', { headers, body: { ...body, addresses } }))
        expect(await readName(ens)).toMatchObject({ ens, records: { coins: [{ id: 60, value: holder }] } })
        expect(await lookUpAddress(service.url, facts.resolverId, ens)).toBe(holder)
        const events = dataOf<{ data: readonly object[] }>(
          await call('GET', '/byname/v1/events?limit=100', { headers }),
        )
        expect(events.data).toContainEqual(expect.objectContaining({ type: 'subname.issued', name: ens }))
      })
    },
  )
})

describe('The migrations of a release', () => {
  const databases = useDatabases('postgres')

  it.each(releases)('rule: those of %s make the tables that they made then', async (release) => {
    const url = await databases.create()
    const { db, close } = await parseDatabaseUrl(url).open(10_000)
    const { migrations } = readFacts(release)
    await db
      .transaction()
      .execute((tx) => applyMigrations(tx, dialectOf(tx), migrations))
      .finally(close)
    const recorded: unknown = JSON.parse(readFileSync(pathOf(release, 'postgres-schema.json'), 'utf8'))
    expect(await readPostgresSchema(url)).toEqual(recorded)
  })
})
