import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { ChoiceInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { LongTextInput, TextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import type { DomainRef } from '../queries.ts'
import { Address } from '../ui/Address.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Query, Skeleton } from '../ui/Query.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'
import {
  candidateQuery,
  type FormerCandidate,
  type FormerSettings,
  formerPath,
  formerQuery,
  paramsOf,
} from './queries.ts'

const words =
  'The gateway of the old service. It is asked for names that are not here, so that none of them goes dark after the switch.'

/** The settings of the old gateway, read from its contract where it is still on chain. */
export function FormerGatewaySection({ domain }: { readonly domain: DomainRef }) {
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery(formerQuery(domain))
  return (
    <Section title="The old gateway" words={words}>
      <div className="max-w-3xl">
        <Query query={query} subject="the old gateway">
          {({ formerGateway }) =>
            formerGateway && !isOpen ? (
              <Settings settings={formerGateway} onChange={() => setIsOpen(true)} />
            ) : (
              <FoundSettings domain={domain} settings={formerGateway} onSaved={() => setIsOpen(false)} />
            )
          }
        </Query>
      </div>
    </Section>
  )
}

interface SettingsProps {
  readonly settings: FormerSettings
  readonly onChange: () => void
}

function Settings({ settings: { url, resolver, signers, signingScheme }, onChange }: SettingsProps) {
  return (
    <div className="grid gap-4">
      <dl className="bg-raised border-line grid items-center gap-x-6 gap-y-1.5 rounded border px-4 py-3 text-sm @lg:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="text-soft">Gateway</dt>
        <dd className="mono name-breaks py-1">{url}</dd>
        <dt className="text-soft">Contract</dt>
        <dd>
          <Address value={resolver} />
        </dd>
        <dt className="text-soft">{signers.length === 1 ? 'Signer' : 'Signers'}</dt>
        <dd className="flex flex-wrap gap-x-3">
          {signers.map((signer) => (
            <Address key={signer} value={signer} />
          ))}
        </dd>
        <dt className="text-soft">Signature</dt>
        <dd className="py-1">{schemes.find(({ value }) => value === signingScheme)?.title}</dd>
      </dl>
      <div>
        <Button size="dense" onClick={onChange}>
          Change
        </Button>
      </div>
    </div>
  )
}

interface FoundSettingsProps {
  readonly domain: DomainRef
  readonly settings: FormerSettings | null
  readonly onSaved: () => void
}

function FoundSettings({ settings, ...props }: FoundSettingsProps) {
  const query = useQuery({ ...candidateQuery(props.domain), enabled: settings === null })
  if (settings) return <SettingsForm {...props} initial={settings} />
  if (query.isPending) return <Skeleton label="Reading the contract of the domain" lines={5} />
  const found = query.data
  return (
    <div className="grid gap-4">
      {found && <FoundNotice found={found} />}
      <SettingsForm key={found?.url ?? ''} {...props} initial={toSettings(found)} />
    </div>
  )
}

function FoundNotice({ found: { isOurs, resolver, url, signer } }: { readonly found: FormerCandidate }) {
  if (isOurs)
    return (
      <Notice title="The domain points here already.">
        The old contract is not on chain any more: fill in what it was, or go on without it.
      </Notice>
    )
  if (resolver === null)
    return <Notice title="The domain has no contract on chain: no name of it resolves now." />
  if (url === null)
    return (
      <Notice title="Its contract asks no gateway.">
        Names of it are on chain. Import them; there is no old gateway to ask.
      </Notice>
    )
  return signer === null ? (
    <Notice tone="warn" title="The gateway was found, but not its signer.">
      Ask the old service for the address that signs its responses.
    </Notice>
  ) : (
    <Notice tone="good" title="Found on chain.">
      The contract of the domain sends wallets to this gateway, and trusts this signer.
    </Notice>
  )
}

function toSettings(found: FormerCandidate | undefined): FormerSettings {
  const isUsable = found !== undefined && !found.isOurs && found.url !== null
  return {
    url: (isUsable && found.url) || '',
    resolver: (isUsable && found.resolver) || '',
    signers: isUsable && found.signer ? [found.signer] : [],
    signingScheme: (isUsable && found.signingScheme) || 'published',
    importOnRead: false,
  }
}

const schemes = [
  { value: 'published', title: 'As the OffchainResolver of ENS' },
  { value: 'merkle', title: 'As the contract of Byname' },
  { value: 'chain-bound', title: 'As the first version of that contract' },
] as const

interface SettingsFormProps {
  readonly domain: DomainRef
  readonly initial: FormerSettings
  readonly onSaved: () => void
}

function SettingsForm({ domain, initial, onSaved }: SettingsFormProps) {
  const [settings, setSettings] = useState({ ...initial, signers: initial.signers.join('\n') })
  const set = (changes: Partial<typeof settings>) => setSettings((current) => ({ ...current, ...changes }))
  const { url, resolver, signingScheme, importOnRead } = settings
  const signers = settings.signers.split(/[\s,]+/).filter((text) => text !== '')
  const body = { url: url.trim(), resolver: resolver.trim(), signers, signingScheme, importOnRead }
  const save = useSave({
    save: () => unwrap(api.PUT(formerPath, { params: paramsOf(domain), body })),
    done: 'The old gateway is saved.',
    changes: [['former-gateway']],
    onSaved,
  })
  return (
    <Form
      name="former-gateway"
      submit={() => save.mutateAsync(undefined)}
      failure="The old gateway was not saved."
      action="Save"
      missing={
        (body.url === '' || body.resolver === '' || signers.length === 0) &&
        'Its address, its contract and a signer are needed.'
      }
      footer={
        <ApiCall
          method="PUT"
          path={formerPath}
          params={{ domain: domain.domain }}
          query={{ chainId: domain.chainId }}
          body={body}
        />
      }
    >
      <TextInput
        title="Address of its gateway"
        name="url"
        isMono
        inputMode="url"
        hint="As its contract has it: with {sender} and {data}, or without."
        value={url}
        onChange={(text) => set({ url: text })}
      />
      <TextInput
        title="Its contract"
        name="resolver"
        isMono
        hint="The resolver that the domain had."
        value={resolver}
        onChange={(text) => set({ resolver: text })}
      />
      <LongTextInput
        title="Its signers"
        name="signers"
        rows={2}
        hint="Addresses whose signatures its contract accepts, one a line."
        value={settings.signers}
        onChange={(text) => set({ signers: text })}
      />
      <ChoiceInput
        title="How it signs"
        name="signingScheme"
        value={signingScheme}
        options={schemes}
        onChange={(value) => set({ signingScheme: value })}
      />
      <Switch
        title="Take names over as they are asked for"
        name="importOnRead"
        hint="A name with an Ethereum address is issued here the first time that a wallet looks it up."
        isOn={importOnRead}
        onChange={(isOn) => set({ importOnRead: isOn })}
      />
    </Form>
  )
}
