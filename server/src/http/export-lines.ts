import { exportDomain } from '../core/archives/export.ts'
import { operatorCaller } from '../core/auth/sessions.ts'
import type { CoreContext } from '../core/context.ts'
import type { Domain } from '../model/domain.ts'
import { archiveLines } from './archive-lines.ts'

/** Exports by the operator, without their history. */
export function exportLinesOf(context: CoreContext): (domain: Domain) => AsyncIterable<string> {
  return async function* ({ name: domain, chainId }) {
    const caller = operatorCaller(context)
    yield* archiveLines(await exportDomain(context, { caller, chainId, domain, withHistory: false }))
  }
}
