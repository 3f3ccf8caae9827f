import type { BenchOptions, Report } from '../bench.ts'
import { maxBytesPerName } from '../budgets.ts'
import { databaseTitles } from '../databases/kinds.ts'
import { readSizes } from '../databases/sizes.ts'
import { profileCount } from '../databases/zone.ts'
import { figure } from '../report/format.ts'
import { spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'

/** Bytes below which a table or an index has no line of its own. */
const smallestShown = 0.1

/** The bytes of a name on disk, by table and index. */
export async function benchStorage({ data, databases, sizes }: BenchOptions): Promise<Report> {
  const count = sizes.medium + profileCount
  const measured = []
  for (const database of databases) {
    const { url } = await data.open(database, sizes.medium)
    const relations = await readSizes(database, url)
    const bytes = relations.reduce((sum, relation) => sum + relation.bytes, 0) / count
    measured.push({ database, relations, bytes })
  }
  const rows = measured.flatMap(({ database, relations, bytes }) => [
    ...relations
      .filter((relation) => relation.bytes / count >= smallestShown)
      .map((relation) => [databaseTitles[database], relation.name, figure(relation.bytes / count)]),
    [databaseTitles[database], 'together', figure(bytes)],
  ])
  return {
    heading: `Bytes a name, of ${figure(count)} names`,
    body: table(['Database', 'Table or index', 'Bytes a name'], rows, ['left', 'left']),
    findings: measured.map(({ database, bytes }) => ({
      budget: 'storage',
      database,
      spread: spreadOf([bytes]),
    })),
    failures: measured
      .filter(({ bytes }) => bytes > maxBytesPerName)
      .map(({ database, bytes }) => `A name takes ${figure(bytes)} bytes on ${databaseTitles[database]}.`),
  }
}
