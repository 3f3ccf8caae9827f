import { OperatorError } from '../../errors.ts'
import type { BackupTarget } from '../target.ts'
import { type LogObject, lastWriteOf, listLogObjects } from './names.ts'

const dayMs = 86_400_000

/**
 * Deletes generations of which nothing was stored for these days, counted by the clock of the target from the object that
 * was stored last, and what segments of the current one have, too. The current one stays.
 *
 * @throws OperatorError of the target, and where another service stores its log there, too.
 */
export async function deleteExpiredLog(target: BackupTarget, current: string, days: number): Promise<void> {
  const generations = await listLogObjects(target)
  const lastWrite = Math.max(0, ...[...generations.values()].map(lastWriteOf))
  for (const [id, objects] of generations) {
    const isExpired = id !== current && lastWriteOf(objects) < lastWrite - days * dayMs
    const superfluous = id === current ? coveredObjects(objects) : []
    // The base first: without it, the rest is not taken for a log.
    for (const { name } of isExpired ? objects : superfluous) await target.delete(name)
  }
  const [[newest] = []] = generations
  if (newest !== undefined && newest !== current)
    throw new OperatorError(
      `Another service stores its log in ${target.title}, too: give each a folder or a prefix of its own.`,
    )
}

/** Of objects in the order of their numbers, those of which one before reaches as far. */
function coveredObjects(objects: readonly LogObject[]): readonly LogObject[] {
  let reached = 0
  return objects.filter(({ to }) => {
    const isCovered = to > 0 && to <= reached
    reached = Math.max(reached, to)
    return isCovered
  })
}
