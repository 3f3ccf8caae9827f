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

/** How databases of one kind are made. Each is known by the folder that belongs to it, which exists. */
export interface Databases {
  urlOf(folder: string): string
  /** Makes a database with so many users. */
  build(folder: string, size: number): Promise<ServiceData>
  /** Makes one like that of `original`, which nobody uses meanwhile. */
  copy(original: string, folder: string): Promise<ServiceData>
}

export const sqliteDatabases: Databases = {
  urlOf: (folder) => `sqlite:${fileIn(folder)}`,
  build: async (folder, size) => {
    const place = { folder, url: sqliteDatabases.urlOf(folder) }
    fillSqlite(fileIn(folder), rowsOf(size, await createRegistry(place)))
    return place
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
      const place = await create(folder, '')
      await fillPostgres(place.url, rowsOf(size, await createRegistry(place)))
      return place
    },
    copy: (original, folder) => create(folder, `template ${nameOf(original)}`),
  }
}

function nameOf(folder: string) {
  return basename(folder).replaceAll('-', '_')
}
