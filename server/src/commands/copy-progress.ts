import ora from 'ora'
import type { CopyProgress, OnCopyProgress } from '../backup/progress.ts'

const verbs = { copying: 'Copying', verifying: 'Verifying' } as const

/** Shows progress on a terminal of known width: without one (`script`, some containers), ora clears lines endlessly. */
export async function withCopyProgress<T>(copy: (onProgress: OnCopyProgress) => Promise<T>): Promise<T> {
  // Standard input stays untouched, so that Ctrl+C remains a signal.
  const isShown = process.stderr.isTTY && process.stderr.columns > 0
  const spinner = ora({ isSilent: !isShown, discardStdin: false }).start('Opening the database')
  try {
    return await copy((progress) => {
      spinner.text = formatProgress(progress)
    })
  } finally {
    spinner.stop()
  }
}

function formatProgress(progress: CopyProgress): string {
  if (progress.step === 'indexing') return 'Building the index of addresses'
  return `${verbs[progress.step]} ${progress.table}: ${progress.rows.toLocaleString('en')} rows`
}
