import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../support/databases/postgres.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { testEnvironment } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

describe('A process that starts', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it('rule: SIGTERM before the service listens takes effect after the start, and the exit code is 0', async () => {
    const url = await server.createDatabase()
    const other = await connectRaw(url)
    await other.run('select pg_advisory_lock(108273682443621)')
    const { NODE_OPTIONS: _, ...inherited } = process.env
    const env = { ...inherited, ...testEnvironment(await temporaryFolder(), url), LOG_LEVEL: 'info' }
    const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const output = text(child.stdout)
    const ended = once(child, 'exit')
    await waitUntil('it waits for the migration lock', async () => {
      const waiting = await other.run('select 1 from pg_locks where not granted')
      return waiting.length > 0
    })
    child.kill('SIGTERM')
    await other.close()
    expect(await ended).toEqual([0, null])
    expect(await output).toMatch(/listens on/)
  })
})
