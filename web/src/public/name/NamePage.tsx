import { lazy, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { importPart } from '../../api/import-part.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LatePart } from '../../ui/LatePart.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { PageTop } from '../../ui/PageTop.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import type { Name, PageData, StoredName } from '../page-data.ts'
import { useReturn } from '../use-return.ts'
import { WalletView } from '../WalletView.tsx'
import { AddressList } from './AddressList.tsx'
import { EditButton } from './EditButton.tsx'
import { ProfileActions } from './ProfileActions.tsx'
import { ProfileLinks } from './ProfileLinks.tsx'
import { readName } from './read-name.ts'
import { imageUrl, textOf } from './records.ts'

/** Loaded when the holder edits. */
const Editor = lazy(() =>
  importPart(() => import('./edit/Editor.tsx')).then(({ Editor }) => ({ default: Editor })),
)

export function NamePage({ isSandbox, ...first }: PageData['name']) {
  const [stored, setStored] = useState<StoredName>(first)
  const [version, setVersion] = useState(0)
  const [wallet, setWallet] = useState<ConnectedWallet>()
  const [isReleased, setIsReleased] = useState(false)
  const { name } = stored
  const show = (read: StoredName) => {
    setStored(read)
    setVersion((current) => current + 1)
  }
  useReturn(() => {
    // What is being edited is compared with the stored name when it is saved.
    if (wallet) return
    readName(name).then(
      (read) => read.etag !== stored.etag && show(read),
      (error) => error instanceof ApiError && error.status === 404 && location.reload(),
    )
  })
  if (isReleased)
    return (
      <PageFrame>
        <h1 className="pt-12 text-4xl font-semibold tracking-tight">
          <NameTitle name={name.ens} />
        </h1>
        <p className="text-soft mt-4">
          You have released it. It resolves to nothing, and others can claim it.
        </p>
      </PageFrame>
    )
  const displayName = textOf(name, 'name')
  const description = textOf(name, 'description')
  return (
    <PageFrame>
      <PageTop
        key={version}
        banner={imageUrl(stored, 'header')}
        avatar={imageUrl(stored, 'avatar')}
        name={name.ens}
      />
      <h1 className="mt-4 text-4xl font-semibold tracking-tight sm:text-5xl">
        <NameTitle name={name.ens} />
      </h1>
      {displayName && <p className="name-breaks mt-2 text-lg">{displayName}</p>}
      {name.holder && (
        <p className="text-soft mt-2 text-sm">
          Held by{' '}
          <span className="mono" title={name.holder}>
            {shortAddress(name.holder)}
          </span>
          {name.chainId === 1 ? '' : ' on a test network'}
        </p>
      )}
      {description && <p className="name-breaks mt-6 whitespace-pre-line">{description}</p>}
      {name.state === 'reserved' && (
        <div className="mt-6">
          <Notice tone="warn" title="Kept for someone.">
            If it is for you,{' '}
            <a href="/me" className="text-ink underline underline-offset-4">
              accept it
            </a>
            . Until then it resolves to nothing.
          </Notice>
        </div>
      )}
      {wallet ? (
        <LatePart fallback={<p className="text-soft mt-8">Loading the editor…</p>}>
          <Editor
            stored={stored}
            wallet={wallet}
            onSaved={show}
            onReleased={() => setIsReleased(true)}
            onClose={() => setWallet(undefined)}
          />
        </LatePart>
      ) : (
        <>
          <ProfileLinks name={name} />
          <AddressList addresses={name.records.addresses} chainId={name.chainId} />
          <ContentLink name={name} isSandbox={isSandbox} />
          <ProfileActions name={name} />
          {name.state === 'claimed' && (
            <>
              <div className="mt-8">
                <WalletView key={version} name={name.ens} chainId={name.chainId} />
              </div>
              <EditButton name={name} isSandbox={isSandbox} onConnected={setWallet} />
            </>
          )}
        </>
      )}
    </PageFrame>
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
    <section aria-labelledby="site" className="mt-8">
      <h2 id="site" className="mb-2 text-xl font-semibold">
        Site
      </h2>
      <div className="flex items-center justify-between gap-4">
        <span className="mono name-breaks text-soft text-sm">{uri}</span>
        <CopyButton text={uri} subject="address of the site" />
      </div>
      {chainId === 1 && ens.endsWith('.eth') && !isSandbox && (
        <a
          href={`https://${ens}.limo/`}
          rel="noopener noreferrer nofollow ugc"
          className="inline-flex min-h-6 items-center underline underline-offset-4"
        >
          Open it
        </a>
      )}
    </section>
  )
}
