import { csvLine } from '../ui/csv.ts'
import { type Job, openJobStore } from './job-store.ts'

/** Everything that was not done, as CSV. */
export async function jobReport({ id }: Job): Promise<Blob> {
  const store = await openJobStore()
  const problems = await store.getAllFromIndex('problems', 'job', id)
  store.close()
  const lines = problems.map(({ row, label, message }) => csvLine([`${row ?? ''}`, label, message]))
  return new Blob([csvLine(['row', 'name', 'problem']), ...lines], { type: 'text/csv' })
}
