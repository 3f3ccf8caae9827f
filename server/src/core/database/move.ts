import type { TableSummary } from '../../backup/chunks.ts'
import { load } from '../../backup/load.ts'
import { withSnapshot } from '../../backup/snapshot.ts'

interface MoveOptions {
  readonly from: string
  /** Of an empty database, of the same kind or the other one. */
  readonly to: string
}

/**
 * Copies everything that is in a database at one instant into an empty one, and brings that up to date. The first is not
 * changed; what is written to it afterwards does not come along. Gives what was read back.
 *
 * @throws UsageError, with both as they were, when one cannot be used or the second is not empty.
 */
export function moveDatabase({ from, to }: MoveOptions): Promise<readonly TableSummary[]> {
  return withSnapshot(from, (snapshot) => load(to, snapshot))
}
