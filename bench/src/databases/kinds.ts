import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ServiceData } from '../servers/service-environment.ts'
import { fillPostgres } from './fill-postgres.ts'
import { fillSqlite } from './fill-sqlite.ts'
import type { Postgres } from './postgres.ts'
import { createRegistry } from './registry.ts'
import { rowsOf } from './rows.ts'

export const databaseKinds = ['sqlite', 'postgres'] as const

export type DatabaseKind = (typeof databaseKinds)[number]

export const databaseTitles: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
}

/** Creates databases of one kind. Each is identified by its folder, which exists. */
export interface Databases {
  urlOf(folder: string): string
  /** Creates a database with this many users. */
  build(folder: string, size: number): Promise<ServiceData>
  /** Copies `original`, which must not be in use. */
  copy(original: string, folder: string): Promise<ServiceData>
}

export const sqliteDatabases: Databases = {
  urlOf: (folder) => `sqlite:${fileIn(folder)}`,
  build: async (folder, size) => {
    const location = { folder, url: sqliteDatabases.urlOf(folder) }
    fillSqlite(fileIn(folder), rowsOf(size, await createRegistry(location)))
    return location
  },
  copy: async (original, folder) => {
    copyFileSync(fileIn(original), fileIn(folder))
    return { folder, url: sqliteDatabases.urlOf(folder) }
  },
}

function fileIn(folder: string) {
  return join(folder, 'byname.db')
}

export function postgresDatabases(server: Postgres): Databases {
  const urlOf = (folder: string) => server.urlOf(nameOf(folder))
  const create = async (folder: string, like: string) => {
    await server.run(`drop database if exists ${nameOf(folder)}`)
    await server.run(`create database ${nameOf(folder)} ${like}`)
    return { folder, url: urlOf(folder) }
  }
  return {
    urlOf,
    build: async (folder, size) => {
      const location = await create(folder, '')
      await fillPostgres(location.url, rowsOf(size, await createRegistry(location)))
      return location
    },
    copy: (original, folder) => create(folder, `template ${nameOf(original)}`),
  }
}

function nameOf(folder: string) {
  return basename(folder).replaceAll('-', '_')
}
