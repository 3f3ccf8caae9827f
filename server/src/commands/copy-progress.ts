import ora from 'ora'
import type { CopyProgress, OnCopyProgress } from '../backup/progress.ts'

const verbs = { copying: 'Copying', verifying: 'Verifying' } as const

/**
 * Runs a copy with its progress on standard error, where that is a terminal. One that reports no width, as `script` and
 * some containers give, gets none: ora would clear an infinite number of lines.
 */
export async function withCopyProgress<T>(copy: (onProgress: OnCopyProgress) => Promise<T>): Promise<T> {
  // Standard input stays as it is, so that Ctrl+C remains a signal, on which the command removes what it has begun.
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
