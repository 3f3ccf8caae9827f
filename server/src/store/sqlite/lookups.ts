import type { DatabaseSync } from 'node:sqlite'
import type { CoveringDomainRow, LookupQueries, LookupReader, LookupRow } from '../lookup.ts'
import type { SealedSetLookup } from '../sealed-lookup.ts'

/**
 * `data_version` changes with every commit of any process, the lookup version only with those that change a table
 * that lookups read. Reading the first takes about a quarter as long as serving a cached response, so it is read once
 * per event loop turn: a request caused by a commit arrives in a later turn.
 */
export function prepareLookups(reader: DatabaseSync, queries: LookupQueries): LookupReader {
  const name = reader.prepare(queries.name.sql)
  const nameWithTexts = reader.prepare(queries.nameWithTexts.sql)
  const coveringDomain = reader.prepare(queries.coveringDomain.sql)
  const sealedSet = reader.prepare(queries.sealedSet.sql)
  const sealProof = reader.prepare(queries.sealProof.sql)
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
    readName: async ({ label, domain }, resolverId) => rowOf<LookupRow>(name.get(domain, label, resolverId)),
    readNameWithTexts: async ({ label, domain }, resolverId) =>
      rowOf<LookupRow>(nameWithTexts.get(domain, label, resolverId)),
    readCoveringDomain: async (chainId, names) =>
      rowOf<CoveringDomainRow>(coveringDomain.get(names[0], chainId, JSON.stringify(names))),
    readSealedSet: async (subnameKey) => rowOf<SealedSetLookup>(sealedSet.get(subnameKey)),
    readSealProof: async (root, bucket) => rowOf<{ proof: Uint8Array }>(sealProof.get(root, bucket)),
    dataVersion: () => (dataVersion ??= readDataVersion()),
    onCommit: invalidate,
  }
}

/** Safe because the compiled lookup queries select exactly these columns. */
function rowOf<Row>(row: unknown) {
  return row as Row | undefined
}

/** Safe: both statements return one row with one integer. */
function numberOf(row: unknown) {
  return (row as [number])[0]
}
