import type { Finding } from './finding.ts'

/** The first failure decides, else the first warning: later ones mostly follow from it. */
export function verdictOf(subject: string, findings: readonly Finding[]): string {
  const worst =
    findings.find(({ status }) => status === 'failed') ?? findings.find(({ status }) => status === 'warning')
  return worst?.verdict ?? `${subject} resolves.`
}

/** Of several gateways with one problem, which has one remedy, the first finding. */
export function withoutRepeats<Step extends string>(
  findings: readonly Finding<Step>[],
): readonly Finding<Step>[] {
  return findings.filter(({ step, problem }, index) => {
    if (problem === undefined) return true
    return index === findings.findIndex((other) => other.step === step && other.problem === problem)
  })
}

/** With the remedies that the reader can carry out. */
export function adviseReader<Step extends string>(
  { operatorFix, ...finding }: Finding<Step>,
  isOperator: boolean,
): Finding<Step> {
  return isOperator && operatorFix !== undefined ? { ...finding, fix: operatorFix } : finding
}
