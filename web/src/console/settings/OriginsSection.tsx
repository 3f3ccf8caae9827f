import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { LongTextInput } from '../../form/inputs.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type DomainDetails, domainPath, patchDomain } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'

const route = getRouteApi('/console/domains/$chainId/$domain/settings')

export function OriginsSection(details: DomainDetails) {
  const { domain } = details
  const { site } = route.useSearch()
  const allowed = domain.allowedOrigins ?? []
  const asked = site !== undefined && !allowed.includes(site) ? site : undefined
  const [text, setText] = useState([...allowed, ...(asked === undefined ? [] : [asked])].join('\n'))
  const origins = text.split(/[\s,]+/).filter(Boolean)
  const body = { allowedOrigins: origins.length > 0 ? origins : null }
  const query = { chainId: domain.chainId }
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.scrollIntoView(), [])
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
      {asked !== undefined && (
        <div ref={notice} className="mb-3 scroll-mt-4">
          <Notice tone="warn" title={`Save to allow ${asked}.`}>
            It asks to let its visitors claim names of <NameTitle name={domain.name} isPlain />. Allow it only
            if the site is yours.
          </Notice>
        </div>
      )}
      <Form
        name="allowed-origins"
        className="grid gap-3"
        submit={() => save.mutateAsync(undefined)}
        failure="The sites were not saved."
        action="Save"
        button={{ size: 'dense' }}
        footer={
          <ApiCall
            method="PATCH"
            path={domainPath}
            params={{ domain: domain.name }}
            query={query}
            body={body}
          />
        }
      >
        <LongTextInput
          title="Hosts"
          name="allowedOrigins"
          hint="One a line, such as app.example or *.example.com. Empty: any site may ask for changes of records; names are claimed, transferred and released here only."
          value={text}
          onChange={setText}
        />
      </Form>
    </Section>
  )
}
