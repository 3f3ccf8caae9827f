import { getRouteApi, Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Failure } from '../../form/Failure.tsx'
import { Form } from '../../form/Form.tsx'
import { RadioInput, TextInput } from '../../form/inputs.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { NextLink } from './NextLink.tsx'
import { listingPath, type SourceId, sources } from './sources.ts'
import type { ArrivalOfDomain, StepProps } from './use-arrival.ts'

const route = getRouteApi('/console/domains/$chainId/$domain/arrive')

/** What is read is kept in the browser; nothing is written here. */
export function SourceStep({ domain, arrival }: StepProps) {
  const navigate = route.useNavigate()
  const [source, setSource] = useState<SourceId>('file')
  const { arrival: kept, running, listed, header } = arrival
  const ignored = header?.ignored ?? []
  const onRead = () => navigate({ search: { step: 'check' } })
  return (
    <>
      {running === 'reading' && (
        <Notice title="Reading the names" isLive>
          <p>{listed > 0 ? `${formatCount(listed)} names so far.` : 'A moment, please.'}</p>
          <Button size="dense" className="mt-2" onClick={arrival.stop}>
            Stop
          </Button>
        </Notice>
      )}
      {kept && running !== 'reading' && <KeptNames arrival={arrival} names={kept.names} title={kept.title} />}
      {ignored.length > 0 && (
        <Notice title="Some columns are not read.">{ignored.slice(0, 10).join(', ')}</Notice>
      )}
      {/* Stays while it reads, so that what was typed is there after a failure. */}
      <div hidden={running === 'reading'} className="grid gap-6 @3xl:grid-cols-[16rem_minmax(0,1fr)]">
        <RadioInput
          title={kept ? 'Or read them from' : 'Where are the names now?'}
          value={source}
          options={sources}
          onChange={setSource}
        />
        <div className="bg-raised border-line rounded border p-4 @md:p-5">
          {source === 'file' ? (
            <FileSource domain={domain} arrival={arrival} onRead={onRead} />
          ) : (
            <ServiceSource key={source} service={source} domain={domain} arrival={arrival} onRead={onRead} />
          )}
        </div>
      </div>
    </>
  )
}

interface KeptNamesProps {
  readonly arrival: ArrivalOfDomain
  readonly names: number
  readonly title: string
}

function KeptNames({ arrival, names, title }: KeptNamesProps) {
  return (
    <Notice tone="good" title={`${formatCount(names)} ${names === 1 ? 'name' : 'names'} of ${title}`}>
      <p>They are kept in this browser until you drop them.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <NextLink step="check" isMain />
        <Button onClick={arrival.drop}>Drop them</Button>
      </div>
    </Notice>
  )
}

interface SourceProps extends StepProps {
  readonly onRead: () => void
}

function FileSource({ domain, arrival, onRead }: SourceProps) {
  const id = useId()
  const { problem, run } = useAction()
  return (
    <div className="grid grid-cols-1 gap-4">
      <Failure title="Nothing was read." problem={problem} />
      <div>
        <label htmlFor={id} className="mb-2 block font-medium">
          File of names
        </label>
        <FileInput
          id={id}
          kind="names"
          size="area"
          onFile={(file) =>
            void run(async () => {
              await arrival.readFile(file)
              onRead()
            })
          }
        />
      </div>
      <ul className="text-soft grid gap-1.5 text-sm">
        <li>
          <b className="text-ink font-medium">Byname</b>: <code className="mono">names.jsonl</code>, from
          “Export everything” or <code className="mono">byname export</code>
        </li>
        <li>
          <b className="text-ink font-medium">NameStone, Namespace, JustaName</b>: responses of their lists,
          saved as <code className="mono">.json</code>
        </li>
        <li>
          <b className="text-ink font-medium">CSV</b>: a column <code className="mono">name</code>, and{' '}
          <code className="mono">address</code>, <code className="mono">text:url</code> and so on. Where the
          titles mean something else,{' '}
          <Link
            to="/console/domains/$chainId/$domain/import"
            params={{ domain: domain.domain, chainId: `${domain.chainId}` }}
            className="underline underline-offset-4"
          >
            choose what they mean
          </Link>
          .
        </li>
      </ul>
    </div>
  )
}

interface ServiceSourceProps extends SourceProps {
  readonly service: Exclude<SourceId, 'file'>
}

/** The key is sent with each request, and kept nowhere. */
function ServiceSource({ service, domain, arrival, onRead }: ServiceSourceProps) {
  const source = sources.find(({ value }) => value === service)
  const [url, setUrl] = useState(source?.url ?? '')
  const [key, setKey] = useState('')
  const body = { service, url: url.trim(), ...(key.trim() !== '' && { key: key.trim() }) }
  return (
    <Form
      name="listing"
      work="losable"
      submit={async () => {
        await arrival.readService(body)
        onRead()
      }}
      failure="Nothing was read."
      action="Read the names"
      busyAction="Reading…"
      missing={url.trim() === '' && 'Give the address of its API.'}
      footer={
        <ApiCall
          method="POST"
          path={listingPath}
          params={{ domain: domain.domain }}
          query={{ chainId: domain.chainId }}
          body={{ ...body, ...(key.trim() !== '' && { key: '$OLD_KEY' }) }}
        />
      }
    >
      <TextInput
        title="Address of its API"
        name="url"
        isMono
        inputMode="url"
        placeholder="https://"
        hint="https, without the path of the list."
        value={url}
        onChange={setUrl}
      />
      <TextInput
        title="API key there"
        name="key"
        type="password"
        isMono
        hint={`${source?.keyHint} It is sent to that address, and neither kept nor logged here.`}
        value={key}
        onChange={setKey}
      />
    </Form>
  )
}
