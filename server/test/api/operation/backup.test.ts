import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../../src/commands/backup.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import { OperatorError } from '../../../src/errors.ts'
import { startService } from '../../../src/server.ts'
import { moveDatabase } from '../../../src/store/copy/backup.ts'
import { openStore } from '../../../src/store/store.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { describeBetweenDatabases } from '../../support/databases/stores.ts'
import { ethereumAddress, subnameBody } from '../../support/entities/subnames.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { resolveAddress } from '../../support/gateway/client.ts'
import { createClient, dataOf } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'
import {
  createTenant,
  type Settings,
  startTestService,
  type TestService,
  testEnvironment,
  withContext,
} from '../../support/service/service.ts'

/** Runs a command that prints JSON. */
async function done(args: readonly string[], environment: Settings): Promise<unknown> {
  const { output, errors, code } = await runCommand(args, environment)
  expect({ errors, code }).toEqual({ errors: '', code: 0 })
  return JSON.parse(output)
}

/** Starts a service on a complete database. It is killed after the running test. */
async function start(environment: Settings) {
  const { config, secrets } = readConfig(environment)
  const { url, stop } = await startService(await createContext(config, secrets))
  onTestFinished(stop)
  return { call: await createClient(url) }
}

describeBetweenDatabases('A service', ({ from, to }) => {
  it('rule: a service that is backed up during writes and restored elsewhere returns the same', async () => {
    const folder = await temporaryFolder()
    const [databaseUrl, restoredUrl] = [await from.create(), await to.create()]
    const original = await startTestService(databaseUrl)
    onTestFinished(original.stop)
    const { demo, resolvers } = original
    const wallet = createWallet()
    const headers = { 'x-api-key': original.key, ...(await signedHeaders(wallet, { chainId: 1 })) }
    const add = async ({ call }: Pick<TestService, 'call'>, label: string) => {
      const body = { ...subnameBody(demo[1], label), addresses: [ethereumAddress(wallet.address)] }
      dataOf(await call('POST', '/ens/v1/subname/add', { headers, body }))
    }

    const confirmed: string[] = []
    for (let count = 0; count < 30; count++) {
      await add(original, `early-${count}`)
      confirmed.push(`early-${count}`)
    }
    let isBackedUp = false
    let missing = 0
    const addMore = async () => {
      while (!isBackedUp) await add(original, `late-${missing++}`)
    }
    const adding = Promise.all([addMore(), addMore(), addMore()])
    const file = join(folder, 'backup')
    const backedUp = await done(['backup', file, '--json'], testEnvironment(folder, databaseUrl))
    isBackedUp = true
    await adding
    expect(missing).toBeGreaterThan(3)

    const elsewhere = testEnvironment(folder, restoredUrl)
    const outcome = await runCommand(['restore', file, '--json'], elsewhere)
    expect(JSON.parse(outcome.output)).toEqual(backedUp)
    expect(outcome).toMatchObject({
      code: 0,
      errors: expect.stringContaining('"byname resume" lets them go'),
    })
    const restored = await start(elsewhere)
    for (const label of confirmed) {
      const name = `${label}.demo.eth`
      const path = `/ens/v1/subname/subname?chainId=1&subname=${name}`
      const [expected, response] = [await original.call('GET', path), await restored.call('GET', path)]
      expect(dataOf(response)).toEqual(dataOf(expected))
      expect(await resolveAddress(restored, resolvers[1]['chain-bound'], name)).toBe(wallet.address)
    }
    await add(restored, 'afterwards')
  })

  it('rule: migrate copies all rows, with URLs from variables, and prints them', async () => {
    const databaseUrl = await from.create()
    await withContext(testEnvironment(await temporaryFolder(), databaseUrl), createTenant)
    const urls = { OLD_URL: databaseUrl, NEW_URL: await to.create() }
    const ends = ['--from-env', 'OLD_URL', '--to-env', 'NEW_URL']
    const { output, errors, code } = await runCommand(['migrate', ...ends], urls)
    expect({ errors, code }).toEqual({ errors: '', code: 0 })
    expect(output).toMatch(/^table +rows +sha256\nworkspaces +1 +[0-9a-f]{64}\n/)
    expect(output).toMatch(/\ndomains +2 +[0-9a-f]{64}\n/)
  })
})

describe('The command line of copies', () => {
  it('rule: no output contains the password of a URL, whatever fails', async () => {
    const sqlite = `sqlite:${join(await temporaryFolder(), 'byname.db')}`
    await (await openStore({ url: sqlite })).close()
    for (const url of [
      'postgres://byname:hunter2@127.0.0.1:1/byname',
      'postgres://byname:hunter2%ZZ@127.0.0.1/byname',
      'mysql://byname:hunter2@127.0.0.1/byname',
    ])
      for (const ends of [
        { from: url, to: sqlite },
        { from: sqlite, to: url },
      ]) {
        const failure: unknown = await moveDatabase(ends).catch((error) => error)
        expect(failure).toBeInstanceOf(OperatorError)
        expect(failure).toMatchObject({ message: expect.stringMatching(/^(Cannot|The database URL)/) })
        expect(inspect(failure, { depth: 5 })).not.toContain('hunter2')
      }
    const url = 'postgres://byname:hunter2@127.0.0.1:1/byname'
    const { output, errors, code } = await runCommand(['migrate', '--from', sqlite, '--to', url], {})
    expect({ output, errors, code }).toEqual({
      output: '',
      errors: expect.stringMatching(/^Cannot fill the PostgreSQL database byname at 127.0.0.1:1: [^\n]*\n$/),
      code: 1,
    })
  })

  it('rule: each end of migrate must be given exactly once', async () => {
    const twice = ['--from', 'sqlite:a', '--from-env', 'A', '--to', 'sqlite:b']
    for (const ends of [[], ['--from', 'sqlite:a'], twice])
      await expect(migrate.run(ends)).rejects.toThrow(/^Give one of --/)
  })
})
