import type pg from 'pg'
import { errorCode } from '../../errors.ts'

/** disk_full. */
const diskFull = '53100'

/** Whether a query has failed for lack of space, and there was none since. */
export interface FullDiskNotes {
  readonly note: (error: unknown) => void
  readonly clear: () => void
  readonly isFull: () => boolean
}

export function createFullDiskNotes(): FullDiskNotes {
  let isFull = false
  return {
    note: (error) => {
      isFull ||= errorCode(error) === diskFull
    },
    clear: () => {
      isFull = false
    },
    isFull: () => isFull,
  }
}

/** 128 KiB in the tablespace of the database, of rows that are too short to be compressed. */
const useSpace = [
  'create temporary table byname_space on commit drop as',
  "select repeat('x', 1900) from generate_series(1, 64)",
].join(' ')

/** Whether files of the database cannot grow. A row that is changed fits into its page also on a full disk. */
export async function lacksSpace(client: pg.ClientBase): Promise<boolean> {
  try {
    await client.query('begin')
    await client.query(useSpace)
    return false
  } catch (error) {
    return errorCode(error) === diskFull
  } finally {
    await client.query('rollback')
  }
}
