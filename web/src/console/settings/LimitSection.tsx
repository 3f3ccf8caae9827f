import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import type { DomainDetails } from '../queries/domain.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { CountInput, isCount } from '../ui/CountInput.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Section } from '../ui/Section.tsx'
import { useSave } from '../ui/use-save.ts'

const setPath = '/ens/v1/ens/update-user-chosen-limit'
const removePath = '/ens/v1/ens/remove-user-chosen-limit'

export function LimitSection({ domain }: DomainDetails) {
  const [limit, setLimit] = useState(`${domain.userChosenLimit ?? ''}`)
  const body = { ensId: domain.id, userChosenLimit: Number(limit) }
  const save = useSave({
    save: () =>
      limit === ''
        ? unwrap(api.POST(removePath, { body: { ensId: domain.id } }))
        : unwrap(api.POST(setPath, { body })),
    done: 'The limit is saved.',
    changes: [['domain'], ['domains']],
  })
  return (
    <Section
      title="Number of names"
      words={`Reservations count. ${domain.names.toLocaleString('en')} so far. A lower limit removes no name.`}
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(undefined)
        }}
      >
        <CountInput title="At most" value={limit} onChange={setLimit} />
        {save.error && <ErrorState title="The limit was not saved." error={save.error} />}
        <div>
          <Button type="submit" size="dense" look="primary" disabled={save.isPending || !isCount(limit)}>
            Save
          </Button>
        </div>
        {limit === '' ? (
          <ApiCall method="POST" path={removePath} body={{ ensId: domain.id }} />
        ) : (
          <ApiCall method="POST" path={setPath} body={body} />
        )}
      </form>
    </Section>
  )
}
