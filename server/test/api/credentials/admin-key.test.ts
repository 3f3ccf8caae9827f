import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ensureAdminKey } from '../../../src/core/api-keys.ts'
import { hashKey } from '../../../src/core/auth/keys.ts'
import { findApiKeyByHash } from '../../../src/store/entities/api-keys.ts'
import { findWorkspaces } from '../../../src/store/entities/members.ts'
import { openStore } from '../../../src/store/store.ts'
import { describeOnSqlite } from '../../support/databases/stores.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { createClient } from '../../support/http/api-client.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { runCommand } from '../../support/service/command.ts'
import { logLines } from '../../support/service/log-lines.ts'
import { startServeProcess } from '../../support/service/serve-process.ts'
import { type Settings, startTestService, testEnvironment } from '../../support/service/service.ts'

describeOnSqlite('The admin key', (databases) => {
  const newEnvironment = async (settings: Settings = {}) =>
    testEnvironment(await temporaryFolder(), await databases.create(), settings)

  /** Whether the service accepts a key as an admin key. */
  const isAdmin = async (url: string, key: string) => {
    const call = await createClient(url)
    return (await call('GET', '/byname/v1/workspaces', { headers: { 'x-api-key': key } })).status === 200
  }

  const fileOf = ({ DATA_DIR = '' }: Settings) => join(DATA_DIR, 'admin-key')

  const readWorkspaces = async ({ DATABASE_URL: url = '' }: Settings) => {
    const store = await openStore({ url })
    return findWorkspaces(store.db).finally(store.close)
  }

  it('rule: the first admin key is written to a file that only its owner can read, and the log names the file without the key', async () => {
    const environment = await newEnvironment()
    const { url, readOutput: printed, end } = await startServeProcess(environment)
    const file = fileOf(environment)
    const key = (await readFile(file, 'utf8')).trim()
    expect(key).toMatch(/^byname_\S{43}$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(printed()).not.toContain(key)
    expect(logLines(printed())).toContainEqual(expect.objectContaining({ level: 40, file }))
    expect(await isAdmin(url, key)).toBe(true)

    expect(await end('SIGTERM')).toBe(0)
    const again = await startServeProcess(environment)
    expect(again.readOutput()).not.toContain('admin key')
    expect(await isAdmin(again.url, key)).toBe(true)
  })

  it.each([
    ['PORT', 'taken', /^Port \d+ is taken\. Choose another one with PORT\.\n$/],
    ['METRICS_PORT', 'taken', /^Port \d+ is taken\. Choose another one with METRICS_PORT\.\n$/],
    ['HOST', '192.0.2.1', /^192\.0\.2\.1 is not an address of this machine .*with HOST\.\n$/],
  ])('rule: with %s %s nothing is stored, and the error names the setting', async (name, value, message) => {
    const taken = await startHttpServer(() => {})
    const setting = value === 'taken' ? new URL(taken.url).port : value
    const environment = await newEnvironment({ [name]: setting, LOG_LEVEL: 'info' })
    const { output, errors, code } = await runCommand(['serve'], environment)
    await taken.close()
    expect({ output, errors, code }).toEqual({ output: '', errors: expect.stringMatching(message), code: 1 })
    expect(await readdir(dirname(fileOf(environment)))).toEqual([])
  })

  it('rule: an IPv6 host may have brackets', async () => {
    const { url } = await startServeProcess(await newEnvironment({ HOST: '[::1]' }))
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('rule: a start creates an admin key, which does not expire, when all others are revoked', async () => {
    const { context, stop } = await startTestService(await databases.createMigrated())
    const { db } = context.store
    const revokeAll = () => db.updateTable('apiKeys').set({ revokedAt: 1 }).execute()
    const keys: string[] = []
    for (let start = 0; start < 2; start++) {
      await revokeAll()
      const key = await ensureAdminKey(context, undefined)
      if (key === undefined) throw new Error('Every admin key is revoked.')
      keys.push(key)
      expect(await findApiKeyByHash(db, hashKey(key))).toMatchObject({
        ...{ scopes: ['admin'], domainIds: null, origins: null },
        ...{ expiresAt: null, revokedAt: null },
      })
      expect(await ensureAdminKey(context, undefined)).toBeUndefined()
    }
    expect(new Set(keys).size).toBe(2)
    await stop()
  })

  it('rule: the admin-key file of another database is not overwritten, and no key is created', async () => {
    const environment = await newEnvironment()
    const file = fileOf(environment)
    await writeFile(file, 'of another database\n')
    const { output, errors, code } = await runCommand(['serve'], environment)
    expect({ output, code }).toEqual({ output: '', code: 1 })
    expect(errors).toBe(
      `${file} holds the admin key of another database. Move it away: this database gets its first key.\n`,
    )
    expect(await readFile(file, 'utf8')).toBe('of another database\n')
    expect(await readWorkspaces(environment)).toEqual([])
  })

  it('rule: a changed setting logs a warning for each former key with the command that revokes it, in one workspace', async () => {
    const environment = await newEnvironment()
    const values = ['the first value of the setting', 'the second value of the setting']
    for (const [index, value] of values.entries()) {
      const {
        url,
        readOutput: printed,
        end,
      } = await startServeProcess({ ...environment, ADMIN_API_KEY: value })
      const warned = logLines(printed()).filter(({ msg }) => msg.startsWith('A former admin key'))
      expect(warned).toHaveLength(index)
      for (const value of values) expect(printed()).not.toContain(value)
      expect(await isAdmin(url, value)).toBe(true)
      expect(await isAdmin(url, values[0] ?? '')).toBe(true)
      for (const { id, prefix, createdAt, msg, level } of warned) {
        expect({ prefix, createdAt, level }).toEqual({
          prefix: '',
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          level: 40,
        })
        const command = /run: byname (keys revoke \S+)$/.exec(msg)?.[1] ?? ''
        expect(command).toContain(id)
        expect((await runCommand(command.split(' '), environment)).code).toBe(0)
        expect(await isAdmin(url, values[0] ?? '')).toBe(false)
        expect(await isAdmin(url, value)).toBe(true)
      }
      expect(await end('SIGTERM')).toBe(0)
    }
    expect(await readWorkspaces(environment)).toEqual([expect.objectContaining({ name: 'Administration' })])
    const now = await startServeProcess({ ...environment, ADMIN_API_KEY: values[1] ?? '' })
    expect(now.readOutput()).not.toMatch(/former admin key|was revoked/)
    await now.end('SIGTERM')
    const back = await startServeProcess({ ...environment, ADMIN_API_KEY: values[0] ?? '' })
    expect(back.readOutput()).toContain('The key in ADMIN_API_KEY was revoked and is invalid')
    expect(await isAdmin(back.url, values[0] ?? '')).toBe(false)
  })

  it('rule: a key of the setting counts as former once the setting is removed; one that an operator created never does', async () => {
    const environment = await newEnvironment()
    const first = await startServeProcess({ ...environment, ADMIN_API_KEY: 'the value of the setting' })
    await first.end('SIGTERM')
    const [workspace] = await readWorkspaces(environment)
    const create = [
      'keys',
      'create',
      '--workspace',
      workspace?.id ?? '',
      '--name',
      'mine',
      '--scope',
      'admin',
    ]
    expect((await runCommand(create, environment)).code).toBe(0)
    const { readOutput: printed } = await startServeProcess(environment)
    expect(printed().match(/A former admin key/g)).toHaveLength(1)
    await expect(stat(fileOf(environment))).rejects.toThrow('ENOENT')
  })
})
