import type { Step } from './steps.ts'

interface RunOptions {
  readonly report: (line: string) => void
  readonly isDryRun: boolean
}

/** Each action in its turn; what is done already is not done again. */
export async function runSteps(steps: readonly Step[], { report, isDryRun }: RunOptions): Promise<void> {
  for (const { title, findActions } of steps) {
    const actions = await findActions()
    if (actions.length === 0) report(`✓ ${title}: nothing to do`)
    for (const action of actions) {
      report(`${isDryRun ? '· would' : '·'} ${action.title}`)
      if (!isDryRun) await action.apply()
    }
  }
}
