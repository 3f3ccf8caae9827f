import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { policyPath } from '../claim-page/queries.ts'
import { ExportDialog } from '../names/ExportDialog.tsx'
import type { DomainDetails } from '../queries.ts'
import { download } from '../ui/download.ts'
import { ErrorState } from '../ui/Query.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'

/** Everything that the service knows of the domain belongs to its owner. */
export function ExportSection({ domain }: DomainDetails) {
  const [isOpen, setIsOpen] = useState(false)
  const ref = { domain: domain.name, chainId: domain.chainId }
  const save = useSave({
    save: async () => {
      const params = { path: { domain: domain.name }, query: { chainId: chainIdOf(domain.chainId) } }
      const policy = await unwrap(api.GET(policyPath, { params }))
      const content = JSON.stringify({ ...domain, policy }, null, 2)
      download(`${domain.name}.json`, new Blob([content], { type: 'application/json' }))
    },
    done: 'The file is downloaded.',
    changes: [],
  })
  return (
    <Section
      title="Export"
      words="All names with their records as CSV, which can be imported again; the settings, branding and rules of the domain as JSON."
    >
      {save.error && <ErrorState title="Nothing was exported." error={save.error} />}
      <div className="flex flex-wrap gap-3">
        <Button size="dense" onClick={() => setIsOpen(true)}>
          Export the names
        </Button>
        <Button size="dense" isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
          Export the settings
        </Button>
      </div>
      {isOpen && <ExportDialog domain={ref} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}
