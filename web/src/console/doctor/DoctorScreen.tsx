import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { ChoiceInput } from '../../form/choices.tsx'
import { LocalForm } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { instance, networkName } from '../instance.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Query } from '../ui/Query.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Findings } from './Findings.tsx'
import { domainStepTitles, stepTitles } from './step-titles.ts'

const route = getRouteApi('/console/doctor')

const path = '/byname/v1/diagnose'

/** Why a name resolves, or does not. Any name, also of another service. */
export function DoctorScreen() {
  const { name = '', chainId = '1' } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState(name)
  const [chain, setChain] = useState(chainId)
  const query = { name, chainId: chainIdOf(Number(chainId)) }
  const diagnosis = useQuery({
    queryKey: ['diagnosis', chainId, name],
    queryFn: () => unwrap(api.GET(path, { params: { query } })),
    enabled: name !== '',
    staleTime: 0,
  })
  return (
    <Screen title="Doctor" words="Why a name resolves, or does not. Any name, also one of another service.">
      <div className="grid max-w-3xl gap-6">
        <LocalForm
          className="grid items-end gap-4 @lg:grid-cols-[1fr_10rem_auto]"
          onSubmit={() => {
            void navigate({ search: { name: text.trim(), chainId: chain } })
            if (text.trim() === name) void diagnosis.refetch()
          }}
        >
          <TextInput
            title="A name"
            value={text}
            required
            placeholder="alice.acme.eth"
            aria-keyshortcuts="/"
            onChange={setText}
          />
          <ChoiceInput
            title="Network"
            value={chain}
            options={instance.chainIds.map((id) => ({ value: `${id}`, title: networkName(id) }))}
            onChange={setChain}
          />
          <Button
            type="submit"
            size="dense"
            look="primary"
            isBusy={diagnosis.isFetching}
            disabled={text.trim() === ''}
          >
            {diagnosis.isFetching ? 'Looking…' : 'Examine it'}
          </Button>
        </LocalForm>
        {name === '' ? (
          <Questions />
        ) : (
          <>
            <Query query={diagnosis} subject="the findings" lines={8}>
              {(found) => (
                <Findings
                  diagnosis={found}
                  chainId={Number(chainId)}
                  onMended={() => void diagnosis.refetch()}
                />
              )}
            </Query>
            <ApiCall method="GET" path={path} query={query} />
          </>
        )}
      </div>
    </Screen>
  )
}

/** Until a name is examined. */
function Questions() {
  return (
    <Card title="What is examined">
      <ol className="text-soft list-inside list-decimal space-y-1.5 text-sm @2xl:columns-2">
        {stepTitles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ol>
      <h3 className="mt-4 mb-1.5 font-medium">Of a domain of this service, for its members</h3>
      <ol className="text-soft list-inside list-decimal space-y-1.5 text-sm @2xl:columns-2">
        {domainStepTitles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ol>
    </Card>
  )
}
