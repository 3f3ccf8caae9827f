import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seedSubname } from '../../support/entities/subnames.ts'
import { type LookupLoad, startLookupLoad } from '../../support/gateway/lookup-load.ts'
import { createClient } from '../../support/http/api-client.ts'
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

  it('rule: a release that does not start on the database itself leaves the old one serving', async () => {
    const { installation, load } = await startInstallation()
    const { run, current, writeRelease } = installation
    const code = `if (process.argv[2] === 'serve' && ${onlyInService}) throw new Error('It is broken.')`
    const { code: exitCode, errors } = await run('upgrade', await writeRelease('0.2.0', code))
    expect([exitCode, errors]).toEqual([1, expect.stringContaining('0.1.0 serves as before.')])
    expect(current()).toBe(old)
    await expectNoFailures(load)
  })

  it('rule: a release that answers otherwise only in the place of the old one is replaced by that again', async () => {
    const { installation, load } = await startInstallation()
    const { run, current, writeRelease, port } = installation
    const { code, errors } = await run(
      'upgrade',
      await writeRelease('0.2.0', `if (${onlyInService}) ${wrongKey}`),
    )
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^0\.2\.0 does not work, and 0\.1\.0 serves again: demo\.eth is signed by/),
    ])
    expect(current()).toBe(old)
    await expectNoFailures(load)
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  })

  it('rule: with a migration between, it does not go back, keeps serving, and names the backup', async () => {
    const { installation, load } = await startInstallation()
    const { run, current, writeRelease } = installation
    const folder = await writeRelease('0.2.0', `if (${onlyInService}) ${wrongKey}`, { lastMigration: '9999' })
    const { errors } = await run('upgrade', folder)
    expect(errors).toMatch(
      /0\.1\.0 does not start on a database that 0\.2\.0 has migrated.*-before-0\.2\.0\.byname\.gz/s,
    )
    expect(current()).toBe(next)
    expect((await run('rollback')).errors).toMatch(
      /^0\.1\.0 does not start on a database that 0\.2\.0 has migrated\. /,
    )
    await expectNoFailures(load)
  })

  it('rule: it is continued after a kill at any of its steps, and never runs twice at once', async () => {
    const { installation, load } = await startInstallation()
    const { begin, run, current, root, writeRelease } = installation
    const folder = await writeRelease('0.2.0')
    for (const step of ['Writing a backup', 'Trying it', 'Starting 0.2.0', 'Restarting the service']) {
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
