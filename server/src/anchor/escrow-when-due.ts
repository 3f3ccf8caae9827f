import { OperatorError } from '../errors.ts'
import type { Anchor } from '../model/anchor.ts'
import type { Domain } from '../model/domain.ts'
import type { AnchorContext } from './anchor-context.ts'
import { type MadeEscrow, makeEscrow, putEscrow } from './escrow.ts'
import type { AnchorState } from './state.ts'
import type { FileTarget } from './targets/target.ts'

export interface EscrowOutcome {
  /** Absent: it is nowhere. */
  readonly name?: string
  /** Why it is not at each target. */
  readonly problem?: string
}

interface EscrowRun {
  readonly domain: Domain
  readonly before: Anchor | undefined
  readonly targets: readonly FileTarget[]
  readonly state: AnchorState
  readonly signal: AbortSignal
}

/** After the beat: names go on without it. Undefined: the domain has no recipient, or it is too early. */
export async function escrowWhenDue(
  context: Pick<AnchorContext, 'config' | 'secrets' | 'clock' | 'exportLines'>,
  { domain, before, targets, state, signal }: EscrowRun,
): Promise<EscrowOutcome | undefined> {
  const { config, secrets, clock, exportLines } = context
  const recipient = before?.recipient
  const now = clock()
  const { escrowIntervalMs, escrowsKept: kept } = config.anchor
  if (!recipient || (before.escrowedAt ?? 0) + escrowIntervalMs > now) return undefined
  const problems: string[] = []
  const explained = async <T>(action: Promise<T>): Promise<T | undefined> => {
    try {
      return await action
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof OperatorError)) throw error
      problems.push(`the escrow: ${error.message}`)
      return undefined
    }
  }
  const lines = exportLines(domain)
  const escrow = await explained(makeEscrow({ domain, recipient, lines, now, work: state.work, signal }))
  if (!escrow) return { problem: problems.join('; ') }
  const put = async ({ place }: FileTarget): Promise<MadeEscrow | undefined> =>
    explained(putEscrow(escrow, { place, access: secrets.anchorAccess, kept }).then(() => escrow))
  const placed = await Promise.all(targets.map(put))
  return {
    ...(placed.some((one) => one !== undefined) && { name: escrow.name }),
    ...(problems.length > 0 && { problem: problems.join('; ') }),
  }
}
