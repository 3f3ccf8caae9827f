import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { type DomainDetails, domainPath, patchDomain } from '../queries/domain.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LongTextInput } from '../ui/LongTextInput.tsx'
import { Section } from '../ui/Section.tsx'
import { useSave } from '../ui/use-save.ts'

export function OriginsSection(details: DomainDetails) {
  const { domain } = details
  const [text, setText] = useState((domain.allowedOrigins ?? []).join('\n'))
  const origins = text.split(/[\s,]+/).filter(Boolean)
  const body = { allowedOrigins: origins.length > 0 ? origins : null }
  const query = { chainId: domain.chainId }
  const save = useSave({
    save: () => patchDomain(details, body),
    done: 'The sites are saved.',
    changes: [['domain']],
  })
  return (
    <Section
      title="Sites where holders may sign"
      words="A message that a holder signs for another site changes nothing here. The claim page of this service is always allowed."
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(undefined)
        }}
      >
        <LongTextInput
          title="Hosts"
          hint="One a line, such as app.example or *.example.com. Empty: any site may ask for changes of records; names are claimed, transferred and released here only."
          value={text}
          onChange={setText}
        />
        {save.error && <ErrorState title="The sites were not saved." error={save.error} />}
        <div>
          <Button type="submit" size="dense" look="primary" disabled={save.isPending}>
            Save
          </Button>
        </div>
        <ApiCall
          method="PATCH"
          path={domainPath}
          params={{ domain: domain.name }}
          query={query}
          body={body}
        />
      </form>
    </Section>
  )
}
