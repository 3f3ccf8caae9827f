import { getRouteApi } from '@tanstack/react-router'
import { Screen } from '../ui/Screen.tsx'
import { DomainForm } from './DomainForm.tsx'
import { SetupSteps } from './SetupSteps.tsx'

const route = getRouteApi('/console/workspaces/$workspaceId/add-domain')

/** From a domain on chain to its first name that resolves. Each step turns green by itself. */
export function SetupScreen() {
  const { workspaceId } = route.useParams()
  const { domain, chainId = '1' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Screen title="Add a domain">
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
