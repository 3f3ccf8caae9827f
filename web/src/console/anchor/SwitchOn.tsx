import { api, unwrap } from '../../api/client.ts'
import { Form } from '../../form/Form.tsx'
import { formatCount } from '../../ui/format-number.ts'
import type { DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { useSave } from '../ui/use-save.ts'
import { etherText } from './anchor-state.ts'
import { type Anchor, anchorKey, anchorPath, paramsOf } from './queries.ts'

interface SwitchOnProps {
  readonly anchor: Anchor
  readonly domain: DomainRef
}

/** One step, with what it costs and what it shows. */
export function SwitchOn({ anchor: { yearlyCost, hosts }, domain }: SwitchOnProps) {
  const save = useSave({
    save: () => unwrap(api.PUT(anchorPath, { params: paramsOf(domain) })),
    done: 'The names will be published as files.',
    changes: [anchorKey(domain)],
  })
  return (
    <Form
      name="start-anchor"
      className="grid gap-3"
      submit={() => save.mutateAsync(undefined)}
      failure="It was not switched on."
      action="Keep the names alive"
      button={{ size: 'dense' }}
      footer={
        <ApiCall
          method="PUT"
          path={anchorPath}
          params={{ domain: domain.domain }}
          query={{ chainId: domain.chainId }}
        />
      }
    >
      <p>Its names would stop resolving, once clients have no answer of it left.</p>
      <p className="text-soft text-sm">
        The service can publish them as files on {hosts.length === 1 ? 'one host' : `${hosts.length} hosts`},
        from which their contract answers when no beat has come for its grace period.{' '}
        {yearlyCost &&
          `${formatCount(yearlyCost.beats)} beats a year cost ${etherText(yearlyCost.wei)} at the present price of gas. `}
        Everyone can read the files, and find the records of each name that they can guess.
      </p>
    </Form>
  )
}
