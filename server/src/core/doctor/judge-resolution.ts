import type { AppError } from '../../errors.ts'
import { type DiagnosisStep, type Finding, failed, ok, warning } from './finding.ts'

export interface PresentRecords {
  readonly address: boolean
  readonly avatar: boolean
  readonly contenthash: boolean
}

/** `null`: no resolver. */
type Resolution = PresentRecords | null | AppError

const viaUniversalResolver =
  'resolveWithGateways of the Universal Resolver, as viem and ethers from 6.17 on call it'
const viaWildcard =
  'the registry, then resolve() of the resolver, as clients without the Universal Resolver do (ENSIP-10)'

export function judgeUniversalResolver(name: string, resolution: Resolution): Finding<DiagnosisStep> {
  return judgeClient(
    { step: 'universal-resolver', asked: `${name} through ${viaUniversalResolver}` },
    describe(resolution),
    failed,
  )
}

/** `isResolvedElsewhere`: the Universal Resolver resolves the name, so that only older clients do not. */
export function judgeWildcardClient(
  name: string,
  outcome: 'address' | 'empty' | 'none' | AppError,
  isResolvedElsewhere: boolean,
): Finding<DiagnosisStep> {
  const received =
    typeof outcome === 'string'
      ? { text: outcomeTexts[outcome], isOk: outcome !== 'none' }
      : describe(outcome)
  const question = { step: 'wildcard-client', asked: `${name} through ${viaWildcard}` } as const
  if (outcome === 'none' && isResolvedElsewhere)
    return warning(
      { ...question, received: outcomeTexts.none },
      {
        problem: 'Clients of this kind read the registry of ENSv1 only, in which the name has no resolver.',
        fix: 'For a domain in ENSv2, nothing here: let those who use such a client update it. Else set its resolver in the registry of ENSv1, too.',
      },
    )
  return judgeClient(question, received, isResolvedElsewhere ? warning : failed)
}

const outcomeTexts = {
  address: 'an address',
  empty: 'a result without an address',
  none: 'no resolver',
} as const

interface Outcome {
  readonly text: string
  readonly isOk: boolean
}

function describe(resolution: Resolution): Outcome {
  if (resolution === null) return { text: 'no resolver', isOk: false }
  if (resolution instanceof Error) return { text: resolution.message, isOk: false }
  return { text: `records: ${presentRecords(resolution)}`, isOk: true }
}

function presentRecords({ address, avatar, contenthash }: PresentRecords): string {
  const present = [address && 'address', avatar && 'avatar', contenthash && 'contenthash'].filter(
    (each) => each !== false,
  )
  return present.length > 0 ? present.join(', ') : 'no address, avatar or contenthash'
}

function judgeClient(
  question: { readonly step: 'universal-resolver' | 'wildcard-client'; readonly asked: string },
  { text: received, isOk }: Outcome,
  report: typeof failed | typeof warning,
): Finding<DiagnosisStep> {
  if (isOk) return ok({ ...question, received })
  return report<DiagnosisStep>(
    { ...question, received },
    {
      problem: 'Clients of this kind do not resolve the name.',
      fix: 'Mend the steps above; if all are fine, repeat the diagnosis: a chain node or the gateway may have failed just then.',
    },
  )
}

export function judgeRecords(name: string, records: PresentRecords): Finding<DiagnosisStep> {
  const observation = {
    step: 'records',
    asked: `addr(60), text(avatar) and contenthash of ${name}`,
    received: presentRecords(records),
  } as const
  if (records.address) return ok(observation)
  return warning(observation, {
    problem: 'The name has no Ethereum address, so that wallets cannot send to it.',
    fix: `Set an address of coin type 60 for ${name} at the service that issues it; if the name does not exist there, issue it.`,
  })
}
