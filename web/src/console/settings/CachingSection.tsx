import { useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { isCount, TextInput } from '../../form/inputs.tsx'
import { type DomainDetails, domainPath, patchDomain } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'

export function CachingSection(details: DomainDetails) {
  const { name, chainId, sharedMaxAge } = details.domain
  const [seconds, setSeconds] = useState(`${sharedMaxAge ?? ''}`)
  const body = { sharedMaxAge: seconds === '' ? null : Number(seconds) }
  const save = useSave({
    save: () => patchDomain(details, body),
    done: 'The time for caches is saved.',
    changes: [['domain']],
  })
  return (
    <Section
      title="Caches in front of lookups"
      words="A cache between wallets and this service, such as a CDN, may answer lookups again for this long. A changed or removed name may then be seen for that many seconds longer, a new one be missing, and the statistics leave out what caches answer."
    >
      <Form
        name="caching"
        className="grid gap-3"
        submit={() => save.mutateAsync(undefined)}
        failure="The time was not saved."
        action="Save"
        missing={!isCount(seconds) && 'The time has to be a whole number of seconds.'}
        button={{ size: 'dense' }}
        footer={
          <ApiCall
            method="PATCH"
            path={domainPath}
            params={{ domain: name }}
            query={{ chainId }}
            body={body}
          />
        }
      >
        <TextInput
          title="Seconds"
          name="sharedMaxAge"
          hint="From 1 to 60. Empty: no cache may."
          inputMode="numeric"
          value={seconds}
          onChange={(text) => setSeconds(text.trim())}
        />
      </Form>
    </Section>
  )
}
