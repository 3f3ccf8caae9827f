import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import type { DomainDetails } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/Query.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/ens/v1/ens/update-ens-is-blocked'

/** For operators. */
export function BlockSection({ domain: { name, chainId, isBlocked } }: DomainDetails) {
  const body = { ens: name, chainId, isBlocked: !isBlocked }
  const block = useSave({
    save: () => unwrap(api.POST(path, { body })),
    done: isBlocked ? 'The domain is not blocked any more.' : 'The domain is blocked.',
    changes: [['domain'], ['domains']],
  })
  return (
    <Section
      title="Block"
      words="While a domain is blocked, its names resolve to nothing, and can be neither read nor changed. Nothing is deleted."
    >
      <div className="grid gap-3">
        {block.error && <ErrorState title="Nothing was changed." error={block.error} />}
        <div>
          <Button
            size="dense"
            look={isBlocked ? 'plain' : 'danger'}
            disabled={block.isPending}
            onClick={() => block.mutate(undefined)}
          >
            {isBlocked ? 'Unblock the domain' : 'Block the domain'}
          </Button>
        </div>
        <ApiCall method="POST" path={path} body={body} />
      </div>
    </Section>
  )
}
