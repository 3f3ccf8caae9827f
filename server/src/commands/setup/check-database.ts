import { postgresUrlProblem } from '../../config/database-variables.ts'
import { parseDatabaseUrl } from '../../store/database-url.ts'
import { checkDatabase } from '../check-config.ts'
import { type Checked, doubtful, fatal } from './checks.ts'
import { isPlainValue } from './settings-file.ts'

/** Of `sqlite` or a URL of PostgreSQL, which is connected to. */
export async function checkDatabaseUrl(text: string): Promise<Checked> {
  const value = text.trim()
  if (/^sqlite$/i.test(value)) return { value: 'sqlite', problems: [] }
  if (!/^postgres(ql)?:\/\/.+/.test(value))
    return {
      value,
      problems: [fatal('That is neither sqlite nor a URL such as postgres://byname:password@host/byname.')],
    }
  if (!isPlainValue(value))
    return {
      value,
      problems: [
        fatal('The URL has a quote, a space, a dollar or a backslash: write it as %22, %20, %24 or %5C.'),
      ],
    }
  const misread = postgresUrlProblem(value)
  if (misread !== undefined) return { value, problems: [fatal(`The URL ${misread}.`)] }
  const { check } = await checkDatabase({ databaseUrl: value })
  if (check.problem !== undefined)
    return { value, problems: [doubtful(`${check.subject}: ${check.problem}`)] }
  const others = await findForeignTables(value)
  if (others.length === 0) return { value, problems: [], found: check.found }
  return {
    value,
    problems: [
      doubtful(
        `${check.subject} has tables of another program (${others.slice(0, 3).join(', ')}): give Byname a database of its own.`,
      ),
    ],
  }
}

/** Names of tables where none is of Byname. */
async function findForeignTables(databaseUrl: string): Promise<readonly string[]> {
  await using db = parseDatabaseUrl(databaseUrl).openReadOnly()
  const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView)
  return tables.some(({ name }) => name === 'migrations') ? [] : tables.map(({ name }) => name)
}
