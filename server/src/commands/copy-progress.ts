import ora from 'ora'
import type { CopyProgress, OnCopyProgress } from '../backup/progress.ts'

const verbs = { copying: 'Copying', verifying: 'Verifying' } as const

/**
 * Runs a copy with its progress on standard error, if that is a terminal with a known width: ora would clear an infinite number
 * of lines without one, as under `script` and in some containers.
 */
export async function withCopyProgress<T>(copy: (onProgress: OnCopyProgress) => Promise<T>): Promise<T> {
  // Standard input is not touched, so that Ctrl+C remains a signal, on which the command removes incomplete output.
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
