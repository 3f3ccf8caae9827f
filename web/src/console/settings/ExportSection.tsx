import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ExportDialog } from '../names/ExportDialog.tsx'
import { keepStep } from '../overview/kept-steps.ts'
import type { DomainDetails } from '../queries.ts'
import { Section } from '../ui/Screen.tsx'

/** Everything that the service knows of the domain belongs to its owner. The browser saves the file while the service sends it. */
export function ExportSection({ domain }: DomainDetails) {
  const [isOpen, setIsOpen] = useState(false)
  const ref = { domain: domain.name, chainId: domain.chainId }
  return (
    <Section
      title="Export"
      words="Everything as one file, with which another installation goes on: the domain with its rules, allow-list and claim page, and all names with holders, records and times. The pictures are files beside it in a folder that `byname export` makes. Or the names as a table."
    >
      <div className="flex flex-wrap gap-3">
        <LinkButton
          size="dense"
          href={`/byname/v1/domains/${encodeURIComponent(domain.name)}/export?chainId=${domain.chainId}`}
          download={`${domain.name}.jsonl`}
          onClick={() => keepStep(ref, 'exported')}
        >
          Export everything
        </LinkButton>
        <Button size="dense" onClick={() => setIsOpen(true)}>
          Export the names as CSV
        </Button>
      </div>
      {isOpen && <ExportDialog domain={ref} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}
