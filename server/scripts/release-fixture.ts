import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { z } from 'zod'
import { fixtureFolder, lastMigration } from '../../scripts/release/checks.ts'
import { readManifest, root } from '../../scripts/release/project.ts'
import { readConfig } from '../src/config/config.ts'
import { createContext } from '../src/context.ts'
import { createApiKey } from '../src/core/api-keys.ts'
import { operatorCaller } from '../src/core/auth/sessions.ts'
import { startService } from '../src/server.ts'
import { backUp } from '../src/store/copy/backup.ts'
import { parseDatabaseUrl } from '../src/store/database-url.ts'
import { appliedMigrations } from '../src/store/migrate.ts'
import { openStore } from '../src/store/store.ts'
import { type FilledStore, fill } from '../test/store/backups/fill.ts'
import { startPostgres } from '../test/support/databases/postgres.ts'
import { type ReleaseFacts, readPostgresSchema } from '../test/support/databases/release-facts.ts'
import { lookUpAddress } from '../test/support/gateway/look-up-address.ts'
import { testEnvironment } from '../test/support/service/service.ts'

/** Enough for each kind of records and of texts, of both holders. */
const nameCount = 24

/**
 * Writes the databases of this version, with at least a row in every table, for the tests of later upgrades: an SQLite file, a
 * backup, the schema of PostgreSQL, and what names had and resolved to. Returns a sentence.
 */
export async function writeFixture(): Promise<string> {
  const { version } = readManifest('.')
  const target = join(root, fixtureFolder(version))
  const folder = await mkdtemp(join(tmpdir(), 'byname-fixture-'))
  try {
    const url = `sqlite:${join(folder, 'byname.db')}`
    const filled = await fillDatabase(url)
    const facts = await recordFacts(version, folder, url, filled)
    await rm(target, { recursive: true, force: true })
    await mkdir(target, { recursive: true })
    const file = join(target, 'backup.gz')
    const tables = await backUp({ databaseUrl: url, file })
    const rows = Object.fromEntries(tables.map(({ table, rows }) => [table, rows]))
    await writeFile(join(target, 'sqlite.gz'), await compressedCopy(folder))
    await writeFile(join(target, 'postgres-schema.json'), toJson(await postgresSchema()))
    await writeFile(join(target, 'facts.json'), toJson({ ...facts, rows }))
    return `The databases of ${version} are in ${fixtureFolder(version)}: commit them with the release.`
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function fillDatabase(url: string): Promise<FilledStore> {
  const store = await openStore({ url })
  return await fill(store, nameCount).finally(store.close)
}

/** As a client of the running service reads them. */
async function recordFacts(
  version: string,
  folder: string,
  url: string,
  { domain, resolverId, subnames }: FilledStore,
): Promise<Omit<ReleaseFacts, 'rows'>> {
  const { config, secrets } = readConfig(testEnvironment(folder, url))
  const context = await createContext(config, secrets)
  const service = await startService(context)
  try {
    const { key } = await createApiKey(context, {
      caller: operatorCaller(context),
      workspaceId: domain.workspaceId,
      name: 'Upgrade',
      scopes: ['names:write'],
    })
    const names: ReleaseFacts['names'] = []
    for (const { name } of subnames) {
      const response = await fetch(
        `${service.url}/ens/v1/subname/subname?subname=${name}&chainId=${domain.chainId}`,
      )
      const { ens, isClaimed, records } = readResponse(await response.json())
      const { texts, coins, contentHash } = records
      const address = await lookUpAddress(service.url, resolverId, name)
      names.push({ ens, isClaimed, records: { texts, coins, contentHash }, address })
    }
    const writtenAt = Date.now()
    return { ...(await readVersion(version, url)), writtenAt, key, resolverId, domain: domain.name, names }
  } finally {
    await service.stop()
  }
}

const nameResponse = z.object({
  result: z.object({
    data: z.object({
      ens: z.string(),
      isClaimed: z.boolean(),
      records: z.object({
        texts: z.array(z.unknown()),
        coins: z.array(z.unknown()),
        contentHash: z.unknown(),
      }),
    }),
  }),
})

function readResponse(body: unknown) {
  return nameResponse.parse(body).result.data
}

async function readVersion(version: string, url: string) {
  const { db, close } = await parseDatabaseUrl(url).open(10_000)
  const migrations = await appliedMigrations(db).finally(close)
  return { version, lastMigration: lastMigration(), migrations: [...migrations] }
}

async function compressedCopy(folder: string): Promise<Buffer> {
  const copy = join(folder, 'copy.db')
  const database = new DatabaseSync(join(folder, 'byname.db'))
  database.prepare('vacuum into ?').run(copy)
  database.close()
  return await promisify(gzip)(await readFile(copy), { level: constants.Z_BEST_COMPRESSION })
}

async function postgresSchema(): Promise<readonly string[]> {
  const server = await startPostgres()
  try {
    const url = await server.createDatabase()
    const store = await openStore({ url })
    await store.close()
    return await readPostgresSchema(url)
  } finally {
    await server.stop()
  }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
