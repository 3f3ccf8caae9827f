import { randomBytes } from 'node:crypto'
import type { BackupTarget, StoredObject } from '../target.ts'

/** An object of a shipped log: the base of a generation (0 to 0), or the changes from one state to a later one. */
export interface LogObjectName {
  readonly generation: string
  /** The first number of what it has. */
  readonly from: number
  /** Of the state that it makes. */
  readonly to: number
}

export interface LogObject extends LogObjectName, StoredObject {}

const names = /^byname-log-(\d{8}T\d{9}Z-[0-9a-f]{8})-(\d{8})-(\d{8})\.age$/

/** With its time. `now` is in milliseconds since 1970. */
export function createGenerationId(now: number): string {
  return `${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`
}

export function logObjectName({ generation, from, to }: LogObjectName): string {
  const digits = (number: number) => String(number).padStart(8, '0')
  return `byname-log-${generation}-${digits(from)}-${digits(to)}.age`
}

/** Undefined for another name. */
export function parseLogObjectName(name: string): LogObjectName | undefined {
  const [, generation, from, to] = names.exec(name) ?? []
  if (generation === undefined) return undefined
  const [first, last] = [Number(from), Number(to)]
  return first <= last && (first > 0 || last === 0) ? { generation, from: first, to: last } : undefined
}

/** Milliseconds since 1970 at which it was begun. */
export function timeOfGeneration(id: string): number {
  return Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, '$1-$2-$3T$4:$5:$6.$7Z'))
}

/**
 * By generation, first the one that was stored last by the clock of the target; each in the order of its numbers, what reaches
 * further first.
 */
export async function listLogObjects(
  target: BackupTarget,
): Promise<ReadonlyMap<string, readonly LogObject[]>> {
  const objects = await target.list((name) => parseLogObjectName(name) !== undefined)
  const parsed = objects.flatMap((object) => {
    const name = parseLogObjectName(object.name)
    return name ? [{ ...object, ...name }] : []
  })
  const sorted = parsed.toSorted((one, other) => one.from - other.from || other.to - one.to)
  const generations = [...Map.groupBy(sorted, ({ generation }) => generation)]
  return new Map(
    generations.toSorted(
      ([oneId, one], [otherId, other]) => lastWriteOf(other) - lastWriteOf(one) || (oneId < otherId ? 1 : -1),
    ),
  )
}

/** By the clock of the target, in milliseconds since 1970. */
export function lastWriteOf(objects: readonly LogObject[]): number {
  return objects.reduce((last, { modifiedAt }) => Math.max(last, modifiedAt), 0)
}
