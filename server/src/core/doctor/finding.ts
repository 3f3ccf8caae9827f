/** Stable ids of the steps of a diagnosis, in their order. */
export const diagnosisSteps = [
  'normalization',
  'chain',
  'registry',
  'expiry',
  'resolver',
  'retired-service',
  'resolver-interfaces',
  'configured-resolver',
  'lookup',
  'gateway-url',
  'gateway-answer',
  'gateway-cors',
  'signature',
  'answer-expiry',
  'universal-resolver',
  'wildcard-client',
  'records',
  'instance',
] as const

/** Those of a domain of this service, for who may read it: what of it goes on without the service, and its seals. */
export const domainSteps = [
  'anchor-age',
  'anchor-root',
  'anchor-files',
  'anchor-lag',
  'seal-trees',
  'seal-sets',
  'seal-answers',
] as const

export type DomainStep = (typeof domainSteps)[number]

export type DiagnosisStep = (typeof diagnosisSteps)[number] | DomainStep

export type FindingStatus = 'ok' | 'warning' | 'failed' | 'skipped'

export interface Finding<Step extends string = string> {
  readonly step: Step
  readonly status: FindingStatus
  /** What was asked, and of what. */
  readonly asked: string
  readonly received: string
  /** What is wrong; absent when nothing is. */
  readonly problem?: string
  /** What to do, where, with which value. */
  readonly fix?: string
  /** The same for administrators, where it is theirs to do; absent: as for others. */
  readonly operatorFix?: string
  /** What the finding means for the name, in one sentence for its owner. */
  readonly verdict?: string
}

type Observation<Step extends string> = Pick<Finding<Step>, 'step' | 'asked' | 'received'>

export interface Advice {
  readonly problem: string
  readonly fix: string
  readonly operatorFix?: string
  readonly verdict: string
}

/** Of a step about the gateway of others, which is about no name. */
type CaseAdvice = Omit<Advice, 'operatorFix' | 'verdict'>

export function ok<Step extends string>(observation: Observation<Step>): Finding<Step> {
  return { ...observation, status: 'ok' }
}

export function warning(observation: Observation<DiagnosisStep>, advice: Advice): Finding<DiagnosisStep> {
  return { ...observation, status: 'warning', ...advice }
}

export function failed(observation: Observation<DiagnosisStep>, advice: Advice): Finding<DiagnosisStep> {
  return { ...observation, status: 'failed', ...advice }
}

export function failedCase(observation: Observation<string>, advice: CaseAdvice): Finding {
  return { ...observation, status: 'failed', ...advice }
}

/** `reason` says why nothing was asked. */
export function skipped<Step extends string>(step: Step, reason: string): Finding<Step> {
  return { step, status: 'skipped', asked: 'nothing', received: reason }
}

/** The worst status: `failed` before `warning` before `ok`. */
export function overallStatus(findings: readonly Finding[]): Exclude<FindingStatus, 'skipped'> {
  for (const status of ['failed', 'warning'] as const)
    if (findings.some((finding) => finding.status === status)) return status
  return 'ok'
}

export interface Diagnosis {
  readonly subject: string
  readonly status: ReturnType<typeof overallStatus>
  /** The answer to what was asked, in one sentence. */
  readonly verdict: string
  readonly findings: readonly Finding[]
}
