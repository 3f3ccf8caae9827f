import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ChoiceInput } from '../../form/choices.tsx'
import { LocalForm } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { instance, networkName } from '../instance.ts'
import { Screen } from '../ui/Screen.tsx'
import { beginDomain } from './queries.ts'
import { SetupSteps } from './SetupSteps.tsx'

const route = getRouteApi('/console/workspaces/$workspaceId/add-domain')

/** From a domain on chain to its first name that resolves. Each step turns green by itself. */
export function SetupScreen() {
  const { workspaceId } = route.useParams()
  const { domain, chainId = '1' } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    if (domain === undefined) return
    // It is kept for another browser; the steps do not need it.
    void beginDomain(workspaceId, { domain, chainId: Number(chainId) }).then(
      () => client.invalidateQueries({ queryKey: ['begun-domains', workspaceId] }),
      () => undefined,
    )
  }, [client, workspaceId, domain, chainId])
  return (
    <Screen
      title="Add a domain"
      words="From a domain that you own in ENS to its first name that resolves. You can leave, and go on from the list of domains, also in another browser."
    >
      <div className="grid max-w-2xl gap-6">
        <DomainForm
          domain={domain ?? ''}
          chainId={chainId}
          onChosen={(chosen) => void navigate({ search: chosen, replace: domain !== undefined })}
        />
        {domain !== undefined && (
          <SetupSteps
            key={`${chainId} ${domain}`}
            workspaceId={workspaceId}
            domain={domain}
            chainId={Number(chainId)}
          />
        )}
      </div>
    </Screen>
  )
}

interface DomainFormProps {
  readonly domain: string
  readonly chainId: string
  readonly onChosen: (chosen: { readonly domain: string; readonly chainId: string }) => void
}

function DomainForm({ onChosen, ...given }: DomainFormProps) {
  const [domain, setDomain] = useState(given.domain)
  const [chainId, setChainId] = useState(given.chainId)
  const name = domain.trim().toLowerCase()
  return (
    <LocalForm
      className="grid items-end gap-4 @lg:grid-cols-[1fr_10rem_auto]"
      onSubmit={() => onChosen({ domain: name, chainId })}
    >
      <TextInput title="Your domain" value={domain} required placeholder="acme.eth" onChange={setDomain} />
      <ChoiceInput
        title="Network"
        value={chainId}
        options={instance.chainIds.map((id) => ({ value: `${id}`, title: networkName(id) }))}
        onChange={setChainId}
      />
      <Button type="submit" size="dense" look="primary" disabled={!name.includes('.')}>
        Look it up
      </Button>
    </LocalForm>
  )
}
