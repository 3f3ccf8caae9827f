import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ChoiceInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { CheckInput } from '../../form/inputs.tsx'
import { Mark } from '../../ui/Brand.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { domainsQuery, workspacesQuery } from '../queries.ts'
import { useSession } from '../session.ts'
import { ErrorState, Skeleton } from '../ui/Query.tsx'
import { authorize, clientQuery, refusalUrl } from './queries.ts'

const route = getRouteApi('/console/authorize')

const rights = [
  { scope: 'names:write', title: 'Names', hint: 'Issues and reserves names.' },
  {
    scope: 'names:revoke',
    title: 'Names of holders',
    hint: 'Changes, replaces and revokes names without a signature of their holders.',
  },
  { scope: 'names:export', title: 'Export', hint: 'Takes all names of a domain as one file.' },
  { scope: 'domains:write', title: 'Domains', hint: 'Changes domains, their policy and webhooks too.' },
] as const

const initialScope = 'names:write'

/** An app that wants a key: which one, what it may do, and where it takes the key. */
export function AuthorizeScreen() {
  const request = route.useSearch()
  const client = useQuery({ ...clientQuery(request), enabled: request.problem === undefined })
  const workspaces = useQuery(workspacesQuery)
  const session = useSession()
  const error = client.error ?? workspaces.error
  const mine = (workspaces.data?.data ?? []).filter(
    ({ role }) => role === 'owner' || session?.isOperator === true,
  )
  return (
    <div className="bg-sunk flex min-h-dvh flex-col items-center px-4">
      <main className="bg-raised border-line my-auto grid w-full max-w-md gap-6 rounded-xl border p-6 shadow sm:p-10">
        <Mark className="size-11" />
        {request.problem !== undefined ? (
          <Problem text={request.problem} />
        ) : error ? (
          <ErrorState title="The app cannot be connected." error={error} />
        ) : !client.data || !workspaces.data ? (
          <Skeleton label="Reading the description of the app" lines={4} />
        ) : mine.length === 0 ? (
          <Problem text="You own no workspace. Ask an owner to connect the app." />
        ) : (
          <Consent client={client.data} workspaces={mine} />
        )}
      </main>
    </div>
  )
}

function Problem({ text }: { readonly text: string }) {
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold tracking-tight">The app cannot be connected</h1>
      <Notice tone="warn" title={text} />
      <a href="/console" className="underline underline-offset-4">
        To the console
      </a>
    </div>
  )
}

interface ConsentProps {
  readonly client: { readonly name: string; readonly host: string; readonly redirect: string }
  readonly workspaces: readonly { readonly id: string; readonly name: string }[]
}

function Consent({ client, workspaces }: ConsentProps) {
  const request = route.useSearch()
  const asked = request.scope.split(' ').filter((scope) => rights.some((right) => right.scope === scope))
  const [scopes, setScopes] = useState<readonly string[]>(asked.length > 0 ? asked : [initialScope])
  const [workspaceId, setWorkspaceId] = useState(workspaces[0]?.id ?? '')
  const [domainId, setDomainId] = useState('')
  const { data } = useQuery(domainsQuery(workspaceId))
  const toggle = (scope: string) => (isChecked: boolean) =>
    setScopes(isChecked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
  const connect = async () => {
    const domains = domainId ? { domains: [domainId] } : {}
    location.assign(await authorize(request, { workspaceId, scopes, ...domains }))
  }
  return (
    <>
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight break-words">
          Connect <bdi>{client.name}</bdi>?
        </h1>
        <p className="text-soft mt-2 break-words">
          An app of <strong className="text-ink">{client.host}</strong> asks for a key.{' '}
          {whereTo(client.redirect)}
        </p>
      </div>
      <Form
        name="authorize"
        work="losable"
        submit={connect}
        failure="The app was not connected."
        action="Connect"
        busyAction="Connecting …"
        missing={scopes.length === 0 && 'Choose what the app may do.'}
        button={{ look: 'primary', className: 'w-full' }}
        footer={
          <>
            <Button className="w-full" onClick={() => location.assign(refusalUrl(request))}>
              Decline
            </Button>
            <p className="text-soft mt-3 text-sm">
              The key ends in 30 days. You find it under API keys, and can revoke it there at any time.
            </p>
          </>
        }
      >
        {workspaces.length > 1 && (
          <ChoiceInput
            title="Workspace"
            value={workspaceId}
            options={workspaces.map(({ id, name }) => ({ value: id, title: name }))}
            onChange={(id) => {
              setWorkspaceId(id)
              setDomainId('')
            }}
          />
        )}
        {rights.map(({ scope, title, hint }) => (
          <CheckInput
            key={scope}
            title={title}
            hint={hint}
            isChecked={scopes.includes(scope)}
            onChange={toggle(scope)}
          />
        ))}
        <ChoiceInput
          title="Limited to"
          value={domainId}
          options={[
            { value: '', title: 'All domains of the workspace' },
            ...(data?.domains ?? []).map(({ id, domainName }) => ({ value: id, title: domainName })),
          ]}
          onChange={setDomainId}
        />
      </Form>
    </>
  )
}

function whereTo(redirect: string): string {
  if (redirect === 'this-device') return 'It runs on this device, and takes the key there.'
  return redirect.endsWith(':')
    ? `The key goes to the app that opens ${redirect} links.`
    : `The key goes to ${redirect}.`
}
