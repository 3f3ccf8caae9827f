export const stepIds = ['source', 'check', 'import', 'compare', 'switch', 'rest'] as const

export type StepId = (typeof stepIds)[number]

export const stepTitles: Readonly<Record<StepId, string>> = {
  source: 'Source',
  check: 'Check',
  import: 'Import',
  compare: 'Compare',
  switch: 'Switch',
  rest: 'What is left',
}

/** What the URL of the wizard says. Absent: the first step that is not done. */
export function parseArriveSearch({ step }: Record<string, unknown>): { step?: StepId | undefined } {
  return { step: stepIds.find((id) => id === step) }
}
