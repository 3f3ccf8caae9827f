import { createHash } from 'node:crypto'
import type { DomainExport } from '../core/archives/export.ts'
import type { Subname } from '../model/subname.ts'
import { archiveDomainLine, archiveEndLine, archiveNameLine } from './schema/archive.ts'

/** The file of a domain, in parts of many lines. `onNames`: those of each part, before it is returned. */
export async function* archiveLines(
  { names, ...settings }: DomainExport,
  onNames: (names: readonly Subname[]) => void = () => undefined,
): AsyncGenerator<string> {
  yield archiveDomainLine(settings)
  const hash = createHash('sha256')
  const counts = { names: 0, claimed: 0 }
  for await (const page of names) {
    const lines = page.map(archiveNameLine).join('')
    hash.update(lines)
    counts.names += page.length
    counts.claimed += page.filter(({ isClaimed }) => isClaimed).length
    onNames(page)
    yield lines
  }
  yield archiveEndLine({ ...counts, sha256: hash.digest('hex') })
}
