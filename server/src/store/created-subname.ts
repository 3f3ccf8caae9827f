import type { Domain } from '../model/domain.ts'
import type { NewEvent } from '../model/event.ts'
import type { Subname } from '../model/subname.ts'

/** What a write of new subnames compares or counts in. */
export type CountedDomain = Pick<Domain, 'id' | 'key' | 'workspaceId' | 'policyVersion'>

export interface CreatedSubname {
  readonly subname: Subname
  readonly event: NewEvent
}

/** The labels that were free; nothing is written without capacity for all of them. */
export type CreateSubnamesOutcome = ReadonlySet<string> | 'no-capacity'

/** A domain whose plan has not ended then has a plan for all of them. */
export function latestCreation(created: readonly CreatedSubname[]): number {
  return Math.max(...created.map(({ subname }) => subname.createdAt))
}
