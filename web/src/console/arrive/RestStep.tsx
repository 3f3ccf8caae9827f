import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import type { DomainRef } from '../queries.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Query } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Empty, Section } from '../ui/Screen.tsx'
import { notify } from '../ui/Toasts.tsx'
import { NextLink } from './NextLink.tsx'
import { type FormerReport, type FormerSettings, formerPath, formerQuery, paramsOf } from './queries.ts'

const pollMs = 10_000

/** The names that wallets ask for and that are still over there. */
export function RestStep({ domain }: { readonly domain: DomainRef }) {
  const query = useQuery({ ...formerQuery(domain), refetchInterval: pollMs })
  return (
    <Query query={query} subject="what is left" lines={5}>
      {({ formerGateway, imports, count, names }) =>
        formerGateway ? (
          <Rest domain={domain} settings={formerGateway} imports={imports} count={count} names={names} />
        ) : (
          <Empty title="There is no old gateway.">
            <p>
              Names that are not here do not resolve. If some are still at another service, set its gateway.
            </p>
            <NextLink step="compare" title="Set its gateway" />
          </Empty>
        )
      }
    </Query>
  )
}

interface RestProps extends Pick<FormerReport, 'imports' | 'count' | 'names'> {
  readonly domain: DomainRef
  readonly settings: FormerSettings
}

function Rest({ domain, settings, imports, count, names }: RestProps) {
  const client = useQueryClient()
  const { problem, run } = useAction()
  const [isRemoving, setIsRemoving] = useState(false)
  /** While it is saved. */
  const [wanted, setWanted] = useState<boolean>()
  const params = paramsOf(domain)
  const readAgain = () => client.invalidateQueries({ queryKey: ['former-gateway'] })
  return (
    <>
      {count === 0 ? (
        <Notice tone="good" title="No wallet has asked for a name that is only there.">
          When this stays so while names are looked up, the old gateway is not needed any more.
        </Notice>
      ) : (
        <Notice
          tone="warn"
          title={`${formatCount(count)} ${count === 1 ? 'name is' : 'names are'} answered by the old gateway.`}
        >
          <p>
            {count === 1 ? 'It was looked up, and is not here.' : 'They were looked up, and are not here.'}
          </p>
          <div className="mt-3">
            <NextLink step="source" title="Read the list again" />
          </div>
        </Notice>
      )}
      {typeof imports?.pausedBecause === 'string' && (
        <Notice tone="warn" title="Names do not come over at the moment.">
          {imports.pausedBecause}
        </Notice>
      )}
      {names.length > 0 && (
        <Section
          title={
            names.length < count
              ? `The last ${names.length} that were looked up`
              : 'Those that were looked up'
          }
        >
          <ul className="border-line divide-line bg-raised divide-y rounded border text-sm">
            {names.map(({ name, firstAt, lastAt }) => (
              <li
                key={name}
                className="grid gap-x-6 gap-y-0.5 px-4 py-2.5 @lg:grid-cols-[minmax(0,1fr)_auto] @lg:items-center"
              >
                <span className="font-medium">
                  <NameTitle name={name} />
                </span>
                <span className="text-soft">
                  last <RelativeTime iso={lastAt} />, first <RelativeTime iso={firstAt} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Take them over">
        <div className="max-w-2xl">
          <Switch
            title="As they are asked for"
            hint="A name with an Ethereum address is issued here, to that address, the first time that a wallet looks it up."
            isOn={wanted ?? settings.importOnRead}
            onChange={(importOnRead) => {
              setWanted(importOnRead)
              void run(async () => {
                await unwrap(api.PUT(formerPath, { params, body: { ...settings, importOnRead } }))
                await readAgain()
              }).finally(() => setWanted(undefined))
            }}
          />
          <Failure className="mt-3" title="It was not changed." problem={problem} />
        </div>
      </Section>
      <Section
        title="Done?"
        words="Without the old gateway, names that are not here do not resolve. The list above is deleted with it."
      >
        <Button look="danger-plain" onClick={() => setIsRemoving(true)}>
          Remove the old gateway
        </Button>
      </Section>
      {isRemoving && (
        <ConfirmDialog
          name="remove-former-gateway"
          title="Remove the old gateway?"
          action="Remove it"
          call={{
            method: 'DELETE',
            path: formerPath,
            params: { domain: domain.domain },
            query: { chainId: domain.chainId },
          }}
          onConfirm={async () => {
            await unwrap(api.DELETE(formerPath, { params }))
            await readAgain()
            setIsRemoving(false)
            notify('The old gateway is removed.')
          }}
          onClose={() => setIsRemoving(false)}
        >
          <p>
            {count === 0
              ? 'No name is known that is only there.'
              : `${formatCount(count)} ${count === 1 ? 'name stops' : 'names stop'} to resolve.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
