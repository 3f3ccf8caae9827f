import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNamesFile } from '../../../src/commands/import-source.ts'
import { OperatorError } from '../../../src/errors.ts'
import type { Listed } from '../../../src/listings/listed-name.ts'
import { createMigratedSqlite } from '../../support/databases/migrated-sqlite.ts'
import { createFolder } from '../../support/folders.ts'
import { type CommandOutcome, runCommand } from '../../support/service/command.ts'
import { startTestService, type TestService, testEnvironment } from '../../support/service/service.ts'

interface ImportOutcome extends CommandOutcome {
  /** Lines of the report. */
  readonly rows: readonly string[]
}

export interface ImportTarget {
  readonly service: TestService
  /** For files of names. */
  readonly folder: string
  /** Of commands on the database. */
  readonly environment: Readonly<Record<string, string>>
  /** Into demo.eth of the service. */
  runImport(source: string, ...options: readonly string[]): Promise<ImportOutcome>
}

/** A service on a database that `byname import` opens too. */
export async function startImportTarget(): Promise<ImportTarget> {
  const folder = await createFolder('import')
  await createMigratedSqlite(join(folder, 'import.db'))
  const databaseUrl = `sqlite:${join(folder, 'import.db')}`
  const service = await startTestService(databaseUrl)
  const environment = testEnvironment(folder, databaseUrl)
  const report = join(folder, 'report.jsonl')
  return {
    service,
    folder,
    environment,
    runImport: async (source, ...options) => {
      const args = ['import', source, '--domain', 'demo.eth', '--report', report, '--json', ...options]
      const outcome = await runCommand(args, environment)
      const rows = (await readFile(report, 'utf8')).split('\n').filter((line) => line !== '')
      return { ...outcome, rows }
    },
  }
}

/** The names of a file, and why it is refused. */
export async function readFileNames(path: string): Promise<readonly [readonly Listed[], string | undefined]> {
  const names: Listed[] = []
  try {
    for await (const name of readNamesFile(path, { domain: 'demo.eth', chainId: 1 })) names.push(name)
    return [names, undefined]
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return [names, error.message]
  }
}
