import { toJson } from './json.ts'
import type { Queryable } from './tables.ts'

/** Something that happened to a name. Events are added, never changed; they outlive the domain and the name. */
export interface StoreEvent {
  readonly id: string
  readonly type: string
  readonly chainId: number
  readonly name: string
  readonly domainId: string
  /** What there is to say about it, as a JSON value: of a removed name, its last state. */
  readonly data: unknown
  readonly createdAt: number
}

export const appendEvent = async (db: Queryable, event: StoreEvent): Promise<void> => {
  await db
    .insertInto('events')
    .values({
      id: event.id,
      type: event.type,
      chain_id: event.chainId,
      name: event.name,
      domain_id: event.domainId,
      data: toJson(event.data),
      created_at: event.createdAt,
    })
    .execute()
}
