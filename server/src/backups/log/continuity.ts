import type { LogObject } from './names.ts'

export interface LogReach {
  readonly generation: string
  /** Of all its objects. */
  readonly bytes: number
  /** The last that can be reached; undefined: there is no state. */
  readonly head: LogObject | undefined
  /** Why it can't be restored, or not to its end, as far as names tell. */
  readonly problem: string | undefined
}

/** How far the objects of a generation reach, by their names alone. */
export function reachOf(generation: string, objects: readonly LogObject[]): LogReach {
  const bytes = objects.reduce((sum, object) => sum + object.bytes, 0)
  const hasBase = objects[0]?.to === 0
  let head: LogObject | undefined
  let reached = 0
  // In the order of their numbers, what reaches further first.
  for (const object of objects) {
    if (object.from !== reached + 1) continue
    head = object
    reached = object.to
  }
  const last = objects.reduce((highest, { to }) => Math.max(highest, to), 0)
  if (!hasBase) return { generation, bytes, head: undefined, problem: 'its base is missing' }
  if (!head) return { generation, bytes, head, problem: 'it has no state yet' }
  const problem = reached < last ? `segment ${reached + 1} is missing, of ${last}` : undefined
  return { generation, bytes, head, problem }
}
