import { jobKey, keepJob, openJobStore } from '../jobs/job-store.ts'
import type { DomainRef } from '../queries/domains.ts'

/** As the job of the domain. @throws Error while another one is unfinished. */
export async function keepRevocation(ref: DomainRef, labels: readonly string[]): Promise<void> {
  const store = await openJobStore()
  try {
    const domain = jobKey(ref)
    const current = await store.get('jobs', domain)
    if (current && current.sentChunks < current.chunks)
      throw new Error(
        `"${current.title}" is not finished. Finish it on the screen "Import", or drop it there.`,
      )
    await keepJob(store, {
      id: crypto.randomUUID(),
      domain,
      kind: 'revoke',
      title: `${labels.length.toLocaleString('en')} names`,
      items: labels.map((label) => ({ action: 'revoke', label })),
      problems: [],
    })
  } finally {
    store.close()
  }
}
