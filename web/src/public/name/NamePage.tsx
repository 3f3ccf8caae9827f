import { lazy, type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { importPart } from '../../api/import-part.ts'
import { t, tNodes } from '../../text/messages.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { CustomerFrame } from '../../ui/CustomerFrame.tsx'
import { LatePart } from '../../ui/LatePart.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTop } from '../../ui/PageTop.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { Time } from '../../ui/Time.tsx'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import type { Name, PageData, StoredName } from '../page-data.ts'
import { useReturn } from '../use-return.ts'
import { WalletView } from '../WalletView.tsx'
import { AddressList } from './AddressList.tsx'
import { EditButton } from './EditButton.tsx'
import { ProfileActions } from './ProfileActions.tsx'
import { ProfileLinks } from './ProfileLinks.tsx'
import { imageUrl, textOf } from './records.ts'
import { SealBadge } from './SealBadge.tsx'

/** Loaded when the holder edits. */
const Editor = lazy(() =>
  importPart(() => import('./edit/Editor.tsx')).then(({ Editor }) => ({ default: Editor })),
)

const SealNotice = lazy(() =>
  importPart(() => import('./seal/SealNotice.tsx')).then(({ SealNotice }) => ({ default: SealNotice })),
)

const PrimaryNameRows = lazy(() =>
  importPart(() => import('../primary-name/PrimaryNameRows.tsx')).then(({ PrimaryNameRows }) => ({
    default: PrimaryNameRows,
  })),
)

export function NamePage({ isSandbox, ...first }: PageData['name']) {
  const [stored, setStored] = useState<StoredName>(first)
  const [version, setVersion] = useState(0)
  // Null when the name was edited.
  const [wallet, setWallet] = useState<ConnectedWallet | null>()
  // Once it has gone to another holder.
  const [transferred, setTransferred] = useState<ReactNode>()
  const [isReleased, setIsReleased] = useState(false)
  const { name } = stored
  const show = (read: StoredName) => {
    setStored(read)
    setVersion((current) => current + 1)
  }
  useReturn(() => {
    // What is being edited is compared with the stored name when it is saved.
    if (wallet) return
    importPart(() => import('./read-name.ts'))
      .then(({ readName }) => readName(name))
      .then(
        (read) => read.etag !== stored.etag && show(read),
        (error) => error instanceof ApiError && error.status === 404 && location.reload(),
      )
  })
  const top = (
    <PageTop
      key={version}
      look="framed"
      banner={isReleased ? null : imageUrl(stored, 'header')}
      avatar={isReleased ? null : imageUrl(stored, 'avatar')}
      name={name.ens}
    />
  )
  if (isReleased)
    return (
      <CustomerFrame width="wide">
        {top}
        <div className={columns}>
          <div>
            <NameHeading name={name.ens} />
            <p className="text-soft mt-4">{t(name.sealed ? 'sealed.released' : 'release.done')}</p>
          </div>
        </div>
      </CustomerFrame>
    )
  const displayName = textOf(name, 'name')
  const description = textOf(name, 'description')
  const seal = name.sealed?.state ?? 'signed'
  return (
    <CustomerFrame width="wide">
      {top}
      <div className={columns}>
        <div className={wallet ? 'min-w-0 lg:col-span-2' : 'min-w-0'}>
          <NameHeading name={name.ens} />
          {displayName && (
            <p dir="auto" className="name-breaks mt-2 text-xl tracking-tight">
              {displayName}
            </p>
          )}
          {description && (
            <p
              dir="auto"
              className="name-breaks text-soft mt-2 max-w-prose leading-relaxed whitespace-pre-line"
            >
              {description}
            </p>
          )}
          <SealBadge sealed={name.sealed} />
          {name.state === 'reserved' && (
            <div className="mt-6 max-w-prose">
              <Notice tone="warn" title={t('name.reserved')}>
                {tNodes('name.reserved-text', {
                  link: (
                    <a key="link" href="/me" className="text-ink underline underline-offset-4">
                      {t('name.reserved-link')}
                    </a>
                  ),
                })}
              </Notice>
            </div>
          )}
          {name.sealed && (
            <AfterLoad>
              <SealNotice
                name={name}
                isSandbox={isSandbox}
                wallet={wallet}
                onEdit={setWallet}
                onSaved={show}
              />
            </AfterLoad>
          )}
          {wallet ? (
            <LatePart fallback={<p className="text-soft mt-8">{t('one-moment')}</p>}>
              <Editor
                stored={stored}
                wallet={wallet}
                onSaved={show}
                onReleased={() => setIsReleased(true)}
                onClose={(notice) => {
                  setTransferred(notice)
                  history.replaceState(history.state, '', location.pathname + location.search)
                  setWallet(null)
                }}
              />
            </LatePart>
          ) : (
            <>
              {transferred}
              <ProfileLinks name={name} />
              {seal === 'signed' && <AddressList addresses={name.records.addresses} chainId={name.chainId} />}
              <ContentLink name={name} isSandbox={isSandbox} />
            </>
          )}
        </div>
        {!wallet && (
          <div className="grid content-start gap-3 lg:mt-[-36px]">
            {name.state === 'claimed' && (
              <WalletView
                key={version}
                name={name.ens}
                chainId={name.chainId}
                why={seal === 'signed' ? undefined : t(`seal.${seal}`)}
              >
                <HolderRows name={name} />
              </WalletView>
            )}
            <ProfileActions name={name} />
            {name.state === 'claimed' && !transferred && (
              <EditButton
                name={name}
                isSandbox={isSandbox}
                onConnected={setWallet}
                takesFocus={wallet === null}
                className="w-full"
              />
            )}
            {name.claimedAt && (
              <p className="text-faint name-breaks mt-1 text-center text-xs">
                {tNodes('name.member-since', {
                  domain: <NameTitle key="domain" name={name.domain} isPlain />,
                  time: <Time key="time" iso={name.claimedAt} isDay />,
                })}
              </p>
            )}
          </div>
        )}
      </div>
    </CustomerFrame>
  )
}

const columns = 'mx-auto grid max-w-6xl gap-x-12 gap-y-9 px-6 md:px-12 lg:grid-cols-[1fr_330px]'

function NameHeading({ name }: { readonly name: string }) {
  return (
    <h1 className="mt-5 text-[2.375rem] leading-[1.1] font-bold tracking-tighter text-wrap sm:text-[3.25rem]">
      <NameTitle name={name} />
    </h1>
  )
}

/** Whose the name is, unless the address stands in the list of addresses, and where; and whether apps show it for the holder. */
function HolderRows({ name }: { readonly name: Name }) {
  const { holder, chainId, records } = name
  const isListed = records.addresses.some(({ value }) => value === holder)
  return (
    <>
      <AfterLoad>
        <PrimaryNameRows name={name} />
      </AfterLoad>
      {holder && !isListed && (
        <Row title={t('name.holder')}>
          <span className="mono" title={holder}>
            {shortAddress(holder)}
          </span>
        </Row>
      )}
      {chainId !== 1 && <Row title={t('name.network')}>{t('test-network')}</Row>}
    </>
  )
}

/** What the page does without until it is loaded. */
function AfterLoad({ children }: { readonly children: ReactNode }) {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    const show = () => setIsLoaded(true)
    if (document.readyState === 'complete') show()
    else addEventListener('load', show)
  }, [])
  return isLoaded && <LatePart>{children}</LatePart>
}

interface RowProps {
  readonly title: string
  readonly children: ReactNode
}

function Row({ title, children }: RowProps) {
  return (
    <p className="border-line flex min-h-10 flex-wrap items-center justify-between gap-x-4 border-t">
      {title}
      <span className="text-ink">{children}</span>
    </p>
  )
}

interface ContentLinkProps {
  readonly name: Name
  readonly isSandbox: boolean
}

/** The site of the content hash. Browsers open it through the public gateway of .eth names, which knows mainnet. */
function ContentLink({ name: { ens, chainId, records }, isSandbox }: ContentLinkProps) {
  if (!records.contentHash) return null
  const { protocolType, decoded } = records.contentHash
  const uri = `${protocolType}://${decoded}`
  return (
    <section aria-labelledby="site" className="mt-9">
      <h2 id="site" className="mb-3 text-lg font-semibold tracking-tight">
        {t('name.site')}
      </h2>
      <div className="bg-raised border-line flex min-h-14 items-center justify-between gap-4 rounded-lg border ps-4 pe-2 shadow-sm">
        <span className="mono name-breaks text-soft text-sm">{uri}</span>
        <CopyButton text={uri} subject={t('name.site')} />
      </div>
      {chainId === 1 && ens.endsWith('.eth') && !isSandbox && (
        <a
          href={`https://${ens}.limo/`}
          rel="noopener noreferrer nofollow ugc"
          className="mt-2 inline-flex min-h-6 items-center underline underline-offset-4"
        >
          {t('name.open-site')}
        </a>
      )}
    </section>
  )
}
