import { readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { useDatabases } from '../../support/databases/stores.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'
import { type Settings, startTestService, testEnvironment } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Runs a command that succeeds. */
async function done(args: readonly string[], environment: Settings) {
  const { output, errors, code } = await runCommand(args, environment)
  expect({ errors, code }).toMatchObject({ code: 0 })
  return { output, errors }
}

describe('A service that ships its log', () => {
  let identityFile = ''
  let recipient = ''
  beforeAll(async () => {
    const { output } = await runCommand(['backups', 'create-key'], {})
    recipient = /public key: (age1\w+)/.exec(output)?.[1] ?? ''
    identityFile = output
  })

  async function start() {
    const [data, target] = [await temporaryFolder(), await temporaryFolder()]
    const settings = { DATA_DIR: data, BACKUP_TARGET: target, BACKUP_RECIPIENT: recipient }
    const service = await startTestService(`sqlite:${join(data, 'byname.db')}`, settings)
    onTestFinished(service.stop)
    const file = join(await temporaryFolder(), 'identity')
    await writeFile(file, identityFile)
    const objects = async () => (await readdir(target)).filter((name) => name.startsWith('byname-log-'))
    await waitUntil('a state is stored', async () => (await objects()).length > 1)
    return { service, target, file, objects, environment: testEnvironment(data, undefined, settings) }
  }

  const databases = useDatabases('postgres')

  it('rule: its log is listed, verified and restored, into either database, as of a time, too', async () => {
    const { target, file, environment, service, objects } = await start()
    const first = new Date().toISOString()
    await done(['backup'], environment)
    const before = (await objects()).length
    await service.onboard({ name: 'later.eth' })
    await waitUntil('it is stored', async () => (await objects()).length > before)

    const [listed, backup] = JSON.parse((await done(['backups', 'list', '--json'], environment)).output)
    expect(listed).toMatchObject({ name: expect.stringMatching(/^byname-log-/), takenAt: expect.any(String) })
    expect(listed).not.toHaveProperty('problem', expect.any(String))
    expect(backup).toMatchObject({ name: expect.stringMatching(/^byname-\d/) })
    for (const options of [[], ['--identity-file', file]]) {
      const { output } = await done(['backups', 'verify', ...options, '--json'], environment)
      expect(JSON.parse(output)).toMatchObject({ logAsOf: expect.any(String) })
    }

    const bare = async () => testEnvironment(join(await temporaryFolder(), 'data'), undefined)
    const domainsOf = (output: string) =>
      JSON.parse(output).find(({ table }: { table: string }) => table === 'domains').rows
    const restore = ['restore', target, '--identity-file', file, '--json']
    const newest = await done(restore, await bare())
    expect(newest.errors).toContain('The log was restored as of')
    expect(domainsOf(newest.output)).toBe(3)
    const postgres = await databases.create()
    const moved = await done(restore, { ...(await bare()), DATABASE_URL: postgres })
    expect(domainsOf(moved.output)).toBe(3)
    const earlier = await done([...restore, '--as-of', first], await bare())
    expect(domainsOf(earlier.output)).toBe(2)

    const { checks } = JSON.parse((await done(['check-config', '--json'], environment)).output)
    expect(checks).toContainEqual({ subject: `log of changes to ${target}`, found: 'shipped by the service' })
  })

  it('rule: a log with a gap is reported, and what is before the gap or the backup is restored', async () => {
    const { target, file, environment, service, objects } = await start()
    const count = (await objects()).length
    await service.onboard()
    await waitUntil('it is stored', async () => (await objects()).length > count)
    await done(['backup'], environment)
    const [, first = ''] = (await objects()).sort()
    await rename(join(target, first), join(target, 'elsewhere'))
    const [listed] = JSON.parse((await done(['backups', 'list', '--json'], environment)).output)
    expect(listed.problem).toMatch(/^(segment 1 is missing|it has no state yet)/)
    const verified = await runCommand(['backups', 'verify'], environment)
    expect(verified).toMatchObject({
      code: 1,
      errors: expect.stringContaining('cannot be restored to its end'),
    })
    const bare = testEnvironment(join(await temporaryFolder(), 'data'), undefined)
    const { errors } = await done(['restore', target, '--identity-file', file], bare)
    expect(errors).toContain('A later state of the log was left out.')
    expect(errors).toMatch(/byname-\d\S+\.age of \S+ was restored/)
  })

  it('rule: its health says when what was written is not stored within a minute, and when it is again', async () => {
    const { target, service } = await start()
    const codes = async () => {
      const { reasons } = dataOf<{ reasons: readonly { code: string }[] }>(
        await service.call('GET', '/ready'),
      )
      return reasons.map(({ code }) => code)
    }
    expect(await codes()).not.toContain('log-shipping-late')
    await rename(target, `${target}-away`)
    await service.onboard()
    service.clock.offsetMs = 61_000
    await expect.poll(codes, { timeout: 20_000 }).toContain('log-shipping-late')
    await rename(`${target}-away`, target)
    await expect.poll(codes, { timeout: 60_000 }).not.toContain('log-shipping-late')
  })
})
