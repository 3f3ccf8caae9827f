import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { createFolder } from '../folders.ts'
import { type PostgresServer, runStatements, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the socket that returns the URL of the shared server's own database. */
    readonly sharedPostgres: string
  }
}

/** Database with the schema of this version and no rows: `create database … template …`. */
export const migratedTemplate = 'byname_migrated'

/**
 * Nothing that uses the shared server has to survive a crash, so nothing is flushed to the disk; a commit waits for the
 * log as in production (`synchronous_commit` stays on). Durability is tested on other servers. Autovacuum would
 * visit each of the many databases every minute, and none lives for long.
 */
const settings = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'max_connections=400']

/** Vitest's global setup: one PostgreSQL server for the whole run, started when the first suite requests it. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await createFolder('run')
  let starting: Promise<PostgresServer> | undefined
  const listener = createServer((socket) => {
    starting ??= startShared()
    starting.then(
      (server) => socket.end(server.urlOf('postgres')),
      (error) => socket.end(`${error}`),
    )
  })
  const path = join(folder, 'postgres.sock')
  listener.listen(path)
  await once(listener, 'listening')
  provide('sharedPostgres', path)
  return async () => {
    listener.close()
    const server = await starting?.catch(() => undefined)
    await server?.stop()
    await rm(folder, { recursive: true })
  }
}

/** The URL of the shared server's own database, from the path that vitest provides. */
export async function requestSharedPostgres(path: string): Promise<string> {
  const response = await text(connect(path))
  if (response.startsWith('postgres:')) return response
  throw new Error(`The shared PostgreSQL server did not start: ${response}`)
}

async function startShared(): Promise<PostgresServer> {
  const server = await startPostgres(settings)
  await runStatements(server.urlOf('postgres'), [`create database ${migratedTemplate}`])
  // Imported here, because rings without a database do not need it.
  const { openStore } = await import('../../../src/store/store.ts')
  const store = await openStore({ url: server.urlOf(migratedTemplate) })
  await store.close()
  return server
}
