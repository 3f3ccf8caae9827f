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

export type DiagnosisStep = (typeof diagnosisSteps)[number]

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
}

type Observation<Step extends string> = Pick<Finding<Step>, 'step' | 'asked' | 'received'>

export interface Advice {
  readonly problem: string
  readonly fix: string
}

export function ok<Step extends string>(observation: Observation<Step>): Finding<Step> {
  return { ...observation, status: 'ok' }
}

export function warning<Step extends string>(observation: Observation<Step>, advice: Advice): Finding<Step> {
  return { ...observation, status: 'warning', ...advice }
}

export function failed<Step extends string>(observation: Observation<Step>, advice: Advice): Finding<Step> {
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
  readonly findings: readonly Finding[]
}
