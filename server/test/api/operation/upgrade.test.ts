import { existsSync } from 'node:fs'
import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { missingMigrations, servesSince } from '../../../src/store/migrate.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { type LookupLoad, startLookupLoad } from '../../support/gateway/lookup-load.ts'
import { createClient } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'
import { createInstallation, type TestInstallation } from '../../support/service/installation.ts'
import { createTenant, withContext } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const old = 'releases/0.1.0'
const next = 'releases/0.2.0/lib/node_modules/byname'

/** The service runs, has a name, and is asked for it. */
async function startInstallation(): Promise<{ installation: TestInstallation; load: LookupLoad }> {
  const installation = await createInstallation()
  const { environment, systemctl, port } = installation
  const { key, demo, resolvers } = await withContext(environment, createTenant)
  systemctl('start', 'byname.socket', 'byname.service')
  await seedSubname({ call: await createClient(`http://127.0.0.1:${port}`), key }, demo[1], 'alice')
  const resolverId = resolvers[1]['chain-bound'].id
  return { installation, load: startLookupLoad({ port, resolverId, name: 'alice.demo.eth', perSecond: 40 }) }
}

async function expectNoFailures(load: LookupLoad): Promise<void> {
  const { sent, failures } = await load.stop()
  expect(failures).toEqual([])
  expect(sent).toBeGreaterThan(40)
}

/** Another key signs than before: what contracts refuse. */
const wrongKey = `process.env.SIGNER_KEY = '0x${'11'.repeat(32)}'`
const onlyInService = `process.env.DATA_DIR.endsWith('var/lib/byname')`

const lastMigration = missingMigrations([]).at(-1)?.slice(0, 4)

/** As a later version: another table and column, and which versions serve on them. */
const migrating = `
const { DatabaseSync } = await import('node:sqlite')
const { existsSync } = await import('node:fs')
const file = process.env.DATA_DIR + '/byname.db'
if (process.argv[2] === 'serve' && existsSync(file)) {
  const db = new DatabaseSync(file, { timeout: 5000 })
  if (!db.prepare("select 1 from migrations where name = '9999-later'").get()) db.exec(\`begin immediate;
    create table later (id integer); alter table workspaces add column later text;
    insert into migrations values ('9999-later', 1);
    create table schema_served_since (migration text not null);
    insert into schema_served_since values ('${servesSince}'); commit\`)
  db.close()
}`

describe('byname upgrade', () => {
  it('rule: a new release takes the place of the old one without a failed lookup, and rollback goes back', async () => {
    const { installation, load } = await startInstallation()
    const { run, current, root, writeRelease } = installation
    const upgraded = await run('upgrade', await writeRelease('0.2.0'))
    expect(upgraded).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(/^0\.2\.0 serves\./m),
    })
    expect(current()).toBe(next)
    const backups = await readdir(join(root, 'var/lib/byname-backups'))
    expect(backups).toEqual([expect.stringMatching(/^\d{8}T\d{9}Z-before-0\.2\.0\.byname\.gz$/)])
    expect(await run('rollback')).toMatchObject({ code: 0, errors: '' })
    expect(current()).toBe(old)
    await expectNoFailures(load)
    expect(await run('rollback')).toMatchObject({ code: 1, errors: 'There is no upgrade to go back from.\n' })
  })

  it.each([
    [
      'does not start',
      `if (process.argv[2] === 'serve') throw new Error('It is broken.')`,
      /does not start on a copy of the database\. .*It is broken\./s,
    ],
    [
      'answers otherwise',
      wrongKey,
      /On a copy of the database the new release answers otherwise: demo\.eth is signed by 0x/,
    ],
  ])('rule: a release that %s changes nothing', async (_, code, reason) => {
    const { installation, load } = await startInstallation()
    const { run, current, root, writeRelease } = installation
    expect(await run('upgrade', await writeRelease('0.2.0', code))).toMatchObject({
      code: 1,
      errors: expect.stringMatching(reason),
    })
    expect(current()).toBe(old)
    expect(
      (await readdir(join(root, 'var/lib/byname-backups'))).filter((name) => name.startsWith('trial')),
    ).toEqual([])
    await expectNoFailures(load)
  })

  it.each([
    [
      'does not start',
      `if (process.argv[2] === 'serve' && ${onlyInService}) throw new Error('It is broken.')`,
    ],
    ['answers otherwise', `if (${onlyInService}) ${wrongKey}`],
  ])('rule: a release that %s on the database itself answers no client', async (_, code) => {
    const { installation, load } = await startInstallation()
    const { run, current, root, writeRelease } = installation
    const { code: exitCode, errors } = await run('upgrade', await writeRelease('0.2.0', code))
    expect([exitCode, errors]).toEqual([
      1,
      expect.stringMatching(/^0\.2\.0 does not work, and 0\.1\.0 serves as before: /),
    ])
    expect(current()).toBe(old)
    await expectNoFailures(load)
    expect(existsSync(join(root, 'var/log/byname-standby.service.log'))).toBe(false)
  })

  it.each([
    ['', ''],
    ['with a migration between, ', migrating],
  ])(
    'rule: %sone that answers otherwise only in the place of the old one is replaced by that',
    async (_, code) => {
      const { installation, load } = await startInstallation()
      const { run, current, writeRelease, port, systemctl } = installation
      const statement = code === '' ? {} : { lastMigration: '9999', servesSince: lastMigration }
      const folder = await writeRelease(
        '0.2.0',
        `${code}\nif (process.env.LISTEN_FDS) ${wrongKey}`,
        statement,
      )
      const { code: exitCode, errors } = await run('upgrade', folder)
      expect([exitCode, errors]).toEqual([
        1,
        expect.stringMatching(/^0\.2\.0 does not work, and 0\.1\.0 serves again: demo\.eth is signed by/),
      ])
      expect(current()).toBe(old)
      await expectNoFailures(load)
      systemctl('restart', 'byname.service')
      expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
    },
  )

  it('rule: over a migration that the old one serves with, rollback goes back, and its backups can be restored', async () => {
    const { installation, load } = await startInstallation()
    const { run, current, root, environment, writeRelease } = installation
    const statement = { lastMigration: '9999', servesSince: lastMigration }
    expect((await run('upgrade', await writeRelease('0.2.0', migrating, statement))).errors).toBe('')
    expect((await run('rollback')).errors).toBe('')
    expect(current()).toBe(old)
    await expectNoFailures(load)
    const file = join(root, 'rolled-back.byname.gz')
    expect((await runCommand(['backup', file], environment)).errors).toBe('')
    const restored = { ...environment, DATABASE_URL: `sqlite:${join(root, 'restored.db')}` }
    expect((await runCommand(['restore', file], restored)).code).toBe(0)
    const names = await runCommand(['names', 'oldest', '--count', '5', '--json'], restored)
    expect(JSON.parse(names.output)).toContainEqual(expect.objectContaining({ name: 'alice.demo.eth' }))
  })

  it('rule: with a migration that the old one does not serve with, it stays, and names the backup', async () => {
    const { installation, load } = await startInstallation()
    const { run, current, writeRelease } = installation
    const code = `if (process.env.LISTEN_FDS) ${wrongKey}`
    const folder = await writeRelease('0.2.0', code, { lastMigration: '9999' })
    const { errors } = await run('upgrade', folder)
    const reason =
      /0\.1\.0 does not serve on the tables of 0\.2\.0, which has migrated the database\..*-before-0\.2\.0\.byname\.gz/s
    expect(errors).toMatch(reason)
    expect(current()).toBe(next)
    expect((await run('rollback')).errors).toMatch(reason)
    await expectNoFailures(load)
  })

  it('rule: it is continued after a kill at any of its steps, and never runs twice at once', async () => {
    const { installation, load } = await startInstallation()
    const { begin, run, current, root, writeRelease } = installation
    const folder = await writeRelease('0.2.0')
    for (const step of [
      'Writing a backup',
      'Trying it',
      'Trying 0.2.0',
      'Starting 0.2.0',
      'Restarting the service',
    ]) {
      const started = begin('upgrade', folder)
      await waitUntil(step, () => {
        if (started.hasEnded()) throw new Error(`It ended before ${step}: ${started.readErrors()}`)
        return started.readOutput().includes(step)
      })
      expect((await run('upgrade', folder)).errors).toMatch(/^Another upgrade runs, as process \d+\./)
      await started.end('SIGKILL')
    }
    expect(await run('upgrade', folder)).toMatchObject({
      code: 0,
      output: expect.stringContaining('0.2.0 serves.'),
    })
    expect(current()).toBe(next)
    expect(JSON.parse(await readFile(join(root, 'opt/byname/upgrade.json'), 'utf8'))).toMatchObject({
      state: 'done',
    })
    await expectNoFailures(load)
  })

  it('rule: --check tells what is new, and --dry-run changes nothing', async () => {
    const installation = await createInstallation()
    const { run, current, root, writeRelease } = installation
    const folder = await writeRelease('0.2.0')
    expect((await run('upgrade', '--check', folder)).output).toBe(
      '0.2.0 is newer than 0.1.0.\n\n## 0.2.0 - 2030-01-01\n\n- New.\n',
    )
    expect((await run('upgrade', '--dry-run', folder)).output).toMatch(
      /^0\.2\.0 is verified, .*Nothing was changed\.\n$/s,
    )
    expect((await run('upgrade')).errors).toMatch(/^Name the package, or set RELEASES_URL/)
    await appendFile(join(root, 'etc/byname/env'), `RELEASES_URL=${await writeRelease('0.1.0')}\n`)
    expect((await run('upgrade', '--check')).output).toBe('0.1.0 is the newest release.\n')
    expect(current()).toBe(old)
    expect(await readdir(join(root, 'opt/byname/releases'))).toEqual(['0.1.0'])
  })
})
