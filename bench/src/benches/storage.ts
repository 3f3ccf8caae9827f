import type { BenchOptions, Report } from '../bench.ts'
import { maxBytesPerName, maxBytesPerText } from '../budgets.ts'
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
    const bytesOf = (isOfTexts: boolean) =>
      relations
        .filter(({ name }) => name.startsWith('subname_texts') === isOfTexts)
        .reduce((sum, relation) => sum + relation.bytes, 0) / count
    measured.push({ database, relations, bytes: bytesOf(false), textBytes: bytesOf(true) })
  }
  const rows = measured.flatMap(({ database, relations, bytes, textBytes }) => [
    ...relations
      .filter((relation) => relation.bytes / count >= smallestShown)
      .map((relation) => [databaseTitles[database], relation.name, figure(relation.bytes / count)]),
    [databaseTitles[database], 'together, without the index of texts', figure(bytes)],
    [databaseTitles[database], 'the index of texts', figure(textBytes)],
  ])
  return {
    heading: `Bytes a name, of ${figure(count)} names`,
    body: table(['Database', 'Table or index', 'Bytes a name'], rows, ['left', 'left']),
    findings: measured.flatMap(({ database, bytes, textBytes }) => [
      { budget: 'storage' as const, database, spread: spreadOf([bytes]) },
      { budget: 'textStorage' as const, database, spread: spreadOf([textBytes]) },
    ]),
    failures: measured.flatMap(({ database, bytes, textBytes }) => [
      ...(bytes > maxBytesPerName
        ? [`A name takes ${figure(bytes)} bytes on ${databaseTitles[database]}.`]
        : []),
      ...(textBytes > maxBytesPerText
        ? [`The index of a text takes ${figure(textBytes)} bytes on ${databaseTitles[database]}.`]
        : []),
    ]),
  }
}
