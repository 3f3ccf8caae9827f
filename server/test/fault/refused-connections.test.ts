import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWriteCheck } from '../../src/core/health/write-check.ts'
import { type PostgresServer, runStatements, startPostgres } from '../support/databases/postgres.ts'
import { connectRaw } from '../support/databases/raw-sql.ts'
import { addName } from '../support/faults/served-names.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runCommand } from '../support/service/command.ts'
import { startTestService, testEnvironment } from '../support/service/service.ts'

const password = 'hunter2'

let server: PostgresServer
/** Of the superuser. */
let admin: string
beforeAll(async () => {
  server = await startPostgres()
  admin = server.urlOf('postgres')
  await runStatements(admin, [
    `create role names login password '${password}'`,
    `create role poor login password '${password}'`,
    `create role sleeping password '${password}'`,
    'create database names owner names',
    'create database closed owner names allow_connections false',
    'create database limited owner names connection limit 0',
  ])
  await demandPasswords()
})
afterAll(() => server.stop())

/** Of all roles but the superuser. */
async function demandPasswords(): Promise<void> {
  const raw = await connectRaw(admin)
  const [row] = await raw.run('show hba_file')
  await raw.run(
    `copy (select unnest(array['local all postgres trust', 'local all all scram-sha-256'])) to '${row?.['hba_file']}'`,
  )
  await raw.run('select pg_reload_conf()')
  await raw.close()
}

interface Login {
  readonly user?: string
  readonly password?: string
  readonly database?: string
}

function urlAs({ user = 'names', password: given = password, database = 'names' }: Login): string {
  return server.urlOf(database).replace('//postgres@', `//${user}:${given}@`)
}

describe('a start with a database that does not let it in ends, and says what to do, without the password', () => {
  it.for<readonly [string, () => string, string]>([
    ['a wrong password', () => urlAs({ password: 'hunter3' }), 'Correct user and password'],
    ['no password', () => urlAs({ password: '' }), 'Write the password'],
    ['no such role', () => urlAs({ user: 'absent' }), 'Correct user and password'],
    ['a role without login', () => urlAs({ user: 'sleeping' }), 'alter role … login'],
    ['no such database', () => urlAs({ database: 'absent' }), 'Create it (create database'],
    ['a database that is closed', () => urlAs({ database: 'closed' }), 'allow_connections true'],
    ['no connection left', () => urlAs({ database: 'limited' }), 'Raise max_connections'],
    ['a role that may not make tables', () => urlAs({ user: 'poor' }), 'the owner of the database'],
    ['a server without TLS', () => `${urlAs({})}&sslmode=require`, 'Switch TLS on'],
    ['no such host', () => `postgres://names:${password}@absent.invalid/names`, 'Correct the host'],
    ['no server', () => `postgres://names:${password}@127.0.0.1:9/names`, 'Start the database server'],
  ])('%s', async ([, urlOf, advice], { annotate }) => {
    const environment = testEnvironment(await temporaryFolder(), urlOf())
    const { code, errors } = await runCommand(['serve'], environment)
    await annotate(errors)
    expect(code).toBe(1)
    expect(errors).toMatch(/^Cannot open the PostgreSQL database \w+ at .*\.\n$/)
    expect(errors).toContain(advice)
    expect(errors).not.toMatch(/hunter|\n {4}at /)
  })

  it('rule: check-config and a command say the same', async () => {
    const environment = testEnvironment(await temporaryFolder(), urlAs({ password: 'hunter3' }))
    const sentence = /names at .*: password authentication failed .* \(DATABASE_URL\)/
    for (const args of [['check-config'], ['workspaces', 'list']]) {
      const { code, errors, output } = await runCommand(args, environment)
      expect(code).toBe(1)
      expect(errors + output).toMatch(sentence)
      expect(errors + output).not.toContain('hunter')
    }
  })
})

let databases = 0
/** The URL of a new one. */
async function createDatabase(): Promise<string> {
  databases += 1
  await runStatements(admin, [`create database names_${databases} owner names`])
  return urlAs({ database: `names_${databases}` })
}

describe('a service that gets no further connection', () => {
  /** Below the number that the pool opens. */
  const limit = 6

  it.for([
    {
      title: 'its password was changed',
      before: [],
      refuse: [`alter role names password 'changed'`],
      allow: `alter role names password '${password}'`,
      problem: /lets in no further connection: password authentication failed .*DATABASE_URL/,
    },
    {
      title: 'the limit of its role is reached',
      before: [`alter role names connection limit ${limit}`],
      refuse: [],
      allow: 'alter role names connection limit -1',
      problem: /lets in no further connection: too many connections for role .*Raise max_connections/,
    },
  ])('rule: makes do with those that it has, and health says why ($title)', async (row) => {
    const url = await createDatabase()
    await runStatements(admin, row.before)
    const service = await startTestService(url)
    const { store } = service.context
    const check = createWriteCheck(store)
    const addAll = async (prefix: string) => {
      const adding = Array.from({ length: 40 }, (_, index) =>
        addName(service.call, service, `${prefix}-${index}`),
      )
      // Each takes a connection of its own.
      const others = Array.from({ length: 2 * limit }, () => sql`select pg_sleep(0.1)`.execute(store.db))
      await Promise.all(others)
      return [...new Set((await Promise.all(adding)).map(({ status }) => status))]
    }
    try {
      await runStatements(admin, row.refuse)
      expect(await addAll('with-few')).toEqual([200])
      await check.measure()
      await check.measure()
      expect(check.fault()).toEqual({ isWarning: true, problem: expect.stringMatching(row.problem) })
      expect(check.fault()?.problem).not.toContain(password)

      await runStatements(admin, [row.allow])
      await check.measure()
      expect(check.fault()).toBeUndefined()
      expect(await addAll('again')).toEqual([200])
    } finally {
      await runStatements(admin, [row.allow])
      await service.stop()
    }
  })

  it('rule: health names why the database refuses the service, once no connection is left', async () => {
    const service = await startTestService(await createDatabase())
    try {
      await runStatements(admin, [
        `alter role names password 'changed'`,
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'names'`,
      ])
      const subjects = async () =>
        (await service.context.health.judge()).reasons.map(({ subjects }) => subjects[0])
      await expect
        .poll(subjects, { timeout: 20_000 })
        .toContainEqual(
          expect.stringMatching(
            /^the database: password authentication failed for user "names"\. Correct user/,
          ),
        )
      const ready = await fetch(`${service.url}/ready`)
      expect(ready.status).toBe(503)
      expect(await ready.text()).not.toMatch(/names"|hunter|DATABASE_URL/)
    } finally {
      await runStatements(admin, [`alter role names password '${password}'`])
      await service.stop()
    }
  })
})
