import type { DatabaseSync } from 'node:sqlite'
import type { CoveringDomainRow, LookupQueries, LookupReader, LookupRow } from '../lookup.ts'
import type { SealedSetLookup } from '../sealed-lookup.ts'
import type { PointRead, PointRow } from './point-read.ts'

/** What a connection of this thread reads for lookups, synchronously. */
export interface LookupConnection extends Pick<LookupReader, 'dataVersion' | 'onCommit'> {
  readonly read: (read: PointRead) => PointRow
}

/**
 * `data_version` changes with every commit of any process, the lookup version only with those that change a table
 * that lookups read. Reading the first takes about a quarter as long as serving a cached response, so it is read once
 * per event loop turn: a request caused by a commit arrives in a later turn.
 */
export function prepareLookups(reader: DatabaseSync, queries: LookupQueries): LookupConnection {
  const statements = {
    name: reader.prepare(queries.name.sql),
    nameWithTexts: reader.prepare(queries.nameWithTexts.sql),
    coveringDomain: reader.prepare(queries.coveringDomain.sql),
    sealedSet: reader.prepare(queries.sealedSet.sql),
    sealProof: reader.prepare(queries.sealProof.sql),
  }
  const dataVersionPragma = reader.prepare('pragma data_version')
  dataVersionPragma.setReturnArrays(true)
  const lookupVersion = reader.prepare('select version from lookup_version')
  lookupVersion.setReturnArrays(true)
  let commits: number | undefined
  let lastVersion = 0
  let dataVersion: number | undefined
  const invalidate = () => {
    dataVersion = undefined
  }
  const readDataVersion = () => {
    setImmediate(invalidate)
    const currentCommits = numberOf(dataVersionPragma.get())
    if (currentCommits !== commits) lastVersion = numberOf(lookupVersion.get())
    commits = currentCommits
    return lastVersion
  }
  return {
    read: ({ query, parameters }) => statements[query].get(...parameters),
    dataVersion: () => (dataVersion ??= readDataVersion()),
    onCommit: invalidate,
  }
}

/** `read` may throw, or reject. */
export function lookupReader(
  read: (read: PointRead) => PointRow | Promise<PointRow>,
  { dataVersion, onCommit }: Pick<LookupReader, 'dataVersion' | 'onCommit'>,
): LookupReader {
  /** Safe because the compiled lookup queries select exactly these columns. */
  const rowOf = async <Row>(query: PointRead['query'], ...parameters: PointRead['parameters']) =>
    (await read({ query, parameters })) as Row | undefined
  return {
    readName: ({ label, domain }, resolverId) => rowOf<LookupRow>('name', domain, label, resolverId),
    readNameWithTexts: ({ label, domain }, resolverId) =>
      rowOf<LookupRow>('nameWithTexts', domain, label, resolverId),
    readCoveringDomain: (chainId, names) =>
      rowOf<CoveringDomainRow>('coveringDomain', names[0], chainId, JSON.stringify(names)),
    readSealedSet: (subnameKey) => rowOf<SealedSetLookup>('sealedSet', subnameKey),
    readSealProof: (root, bucket) => rowOf<{ proof: Uint8Array }>('sealProof', root, bucket),
    dataVersion,
    onCommit,
  }
}

/** Safe: both statements return one row with one integer. */
function numberOf(row: unknown) {
  return (row as [number])[0]
}
