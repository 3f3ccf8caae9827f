import { cpus } from 'node:os'
import { canPin } from '../servers/cores.ts'

/** The machine in a line, as far as figures depend on it. */
export function machine(): string {
  const { node, sqlite } = process.versions
  return [
    `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores`,
    `Node ${node} with SQLite ${sqlite}`,
    canPin ? 'server and load generator on a core each' : 'server and load generator not pinned to cores',
  ].join('; ')
}
