import { csvLine } from '../ui/csv.ts'
import { type Job, openJobStore, readProblems } from './job-store.ts'

/** Everything that was not done, as CSV. */
export async function jobReport(job: Job): Promise<Blob> {
  const store = await openJobStore()
  const parts = [csvLine(['row', 'name', 'problem'])]
  for await (const problems of readProblems(store, job))
    parts.push(problems.map(({ row, label, message }) => csvLine([`${row ?? ''}`, label, message])).join(''))
  store.close()
  return new Blob(parts, { type: 'text/csv' })
}
