import type { components } from '@byname/sdk/openapi'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { useSave } from '../ui/use-save.ts'
import { type DomainOnChain, hostPath, hostsKey, hostsPath } from './hosts.ts'

type Host = components['schemas']['DomainHost']

interface AddHostDialogProps {
  readonly domain: DomainOnChain
  readonly onClose: () => void
}

/** First the name of the host, then what its owner publishes there. */
export function AddHostDialog({ domain, onClose }: AddHostDialogProps) {
  const [text, setText] = useState('')
  const [described, setDescribed] = useState<Host>()
  const query = { chainId: domain.chainId }
  const name = text.trim()
  const params = { domain: domain.name, host: name }
  if (described) return <ProveHost domain={domain} host={described} onClose={onClose} />
  return (
    <Dialog title="Add a host" onClose={onClose}>
      <Form
        name="describe-host"
        submit={async () =>
          setDescribed(await unwrap(api.GET(hostPath, { params: { path: params, query } })))
        }
        failure="The host cannot be used."
        action="Next"
        missing={name === '' && 'Enter the name of a host.'}
        button={{ className: 'w-full' }}
        footer={<ApiCall method="GET" path={hostPath} params={params} query={query} />}
      >
        <TextInput
          title="Host"
          name="host"
          hint="Without https:// and without a path."
          value={text}
          required
          placeholder="names.acme.com"
          inputMode="url"
          autoCapitalize="none"
          onChange={setText}
        />
      </Form>
    </Dialog>
  )
}

interface ProveHostProps {
  readonly domain: DomainOnChain
  readonly host: Host
  readonly onClose: () => void
}

function ProveHost({ domain, host: { host, proof }, onClose }: ProveHostProps) {
  const query = { chainId: domain.chainId }
  const params = { domain: domain.name }
  const body = { host }
  const recordKind = /^[\d.]+$|:/.test(location.hostname) ? 'an A or AAAA' : 'a CNAME'
  const add = useSave({
    save: () => unwrap(api.POST(hostsPath, { params: { path: params, query }, body })),
    done: `${host} shows ${domain.name}.`,
    changes: [hostsKey(domain)],
    onSaved: onClose,
  })
  return (
    <Dialog title={host} width="wide" onClose={onClose}>
      <Form
        name="new-host"
        work="losable"
        submit={() => add.mutateAsync(undefined)}
        failure="It is not shown yet."
        action="Look for the proof and show it"
        busyAction="Looking…"
        button={{ className: 'w-full' }}
        footer={<ApiCall method="POST" path={hostsPath} params={params} query={query} body={body} />}
      >
        <ol className="marker:text-soft grid list-decimal gap-5 ps-5">
          <li>
            <p className="font-medium">Show that the host is yours: add a TXT record at your DNS provider</p>
            <dl className="mt-2 grid gap-2">
              <CopiedValue title="Name" value={proof.dnsName} />
              <CopiedValue title="Value" value={proof.value} />
            </dl>
            <details className="mt-2 text-sm">
              <summary className="discloses text-soft min-h-6">Or by a text at the host</summary>
              <p className="text-soft mt-1">
                While another server answers there, let it return the value at this address:
              </p>
              <dl className="mt-2">
                <CopiedValue title="Address" value={proof.url} />
              </dl>
            </details>
          </li>
          <li>
            <p className="font-medium">Point the host at this service: add {recordKind} record</p>
            <dl className="mt-2 grid gap-2">
              <CopiedValue title="Name" value={host} />
              <CopiedValue title="Value" value={location.hostname} />
            </dl>
            <p className="text-soft mt-2 text-sm">
              The operator of this service needs a certificate for it. Caddy gets it by itself when it asks{' '}
              <code className="mono">/byname/v1/hosts/check</code>.
            </p>
          </li>
        </ol>
      </Form>
    </Dialog>
  )
}

function CopiedValue({ title, value }: { readonly title: string; readonly value: string }) {
  return (
    <div className="bg-sunk flex items-center gap-3 rounded px-3 py-1 text-sm">
      <dt className="text-soft w-14 shrink-0">{title}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-2">
        <code className="mono name-breaks min-w-0">{value}</code>
        <CopyButton size="dense" text={value} subject={`${title.toLowerCase()} ${value}`} />
      </dd>
    </div>
  )
}
