import { LocalForm } from '../../form/Form.tsx'
import { t } from '../../text/messages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CustomerFrame } from '../../ui/CustomerFrame.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTop } from '../../ui/PageTop.tsx'
import { claimStatus } from '../claim/claim-status.ts'
import { OwnerLinks } from '../OwnerLinks.tsx'
import { OwnerWords } from '../OwnerWords.tsx'
import type { DirectoryEntry, DomainPage, PageData } from '../page-data.ts'

/** Everything is in the document: searching and paging are links and a form of the browser, which need no script. */
export function DirectoryPage({ domain, directory, search, ...place }: PageData['directory']) {
  const { name, branding, chainId } = domain
  const words = branding.words || domain.description
  return (
    <CustomerFrame width="wide">
      <PageTop look="framed" banner={domain.banner} avatar={domain.avatar} name={name} />
      <div className="mx-auto max-w-6xl px-6 md:px-12">
        <div className="mt-5 flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <div className="min-w-0 flex-1 basis-80">
            <h1 className="name-breaks text-[2.125rem] leading-[1.1] font-[680] tracking-tighter sm:text-[2.75rem]">
              {branding.title ? <bdi>{branding.title}</bdi> : <NameTitle name={name} />}
            </h1>
            {branding.title && (
              <p className="mt-2 text-xl tracking-tight">
                <NameTitle name={name} />
              </p>
            )}
            {words && <OwnerWords text={words} more={t('directory.more')} className="max-w-2xl" />}
            <OwnerLinks links={branding.links} className="mt-5" />
          </div>
          {claimStatus(domain) === 'open' && (
            <LinkButton look="primary" href={`/claim/${encodeURIComponent(name)}?chainId=${chainId}`}>
              {t('directory.get')}
            </LinkButton>
          )}
        </div>
        <section aria-labelledby="members" className="mt-12">
          <div className="mb-5 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
            <div>
              <h2 id="members" className="text-2xl font-semibold tracking-tight">
                {t('directory.members')}
              </h2>
              {directory.claimedNames > 0 && (
                <p className="text-soft mt-1 text-sm">
                  {t('directory.count', { count: directory.claimedNames })}
                </p>
              )}
            </div>
            {(directory.claimedNames > 0 || search !== '') && (
              <SearchForm chainId={chainId} search={search} />
            )}
          </div>
          <Entries directory={directory} search={search} domain={domain} {...place} />
        </section>
      </div>
    </CustomerFrame>
  )
}

function SearchForm({ chainId, search }: Pick<DomainPage, 'chainId'> & { readonly search: string }) {
  return (
    <search className="w-full sm:w-auto">
      <LocalForm className="flex flex-wrap gap-2" onSubmit={(form) => form.submit()}>
        <input type="hidden" name="chainId" value={chainId} />
        <input
          type="search"
          name="search"
          aria-label={t('directory.search')}
          placeholder={t('directory.search')}
          defaultValue={search}
          maxLength={255}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          dir="auto"
          className="control min-h-11 w-auto min-w-0 grow basis-40 sm:w-64 sm:basis-auto"
        />
        <Button type="submit" className="min-h-11">
          {t('directory.find')}
        </Button>
      </LocalForm>
    </search>
  )
}

function Entries({
  directory: { data, next },
  domain,
  search,
  isFirst,
  previous,
  trail,
}: PageData['directory']) {
  const hrefOf = (parameters: Readonly<Record<string, string>>) =>
    `/directory/${encodeURIComponent(domain.name)}?${new URLSearchParams({ chainId: `${domain.chainId}`, ...parameters })}`
  const searched = search === '' ? {} : { search }
  return (
    <>
      {data.length > 0 ? (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {data.map((entry) => (
            <Entry key={entry.name} entry={entry} />
          ))}
        </ul>
      ) : next !== null ? (
        <Notice title={t('directory.none-here')} />
      ) : search !== '' && isFirst ? (
        <Notice title={t('directory.no-match', { search })}>
          <a
            href={hrefOf({})}
            className="text-ink inline-flex min-h-6 items-center underline underline-offset-4"
          >
            {t('directory.all')}
          </a>
        </Notice>
      ) : (
        <Notice title={t('directory.none')}>{t('directory.none-text')}</Notice>
      )}
      {(next !== null || !isFirst) && (
        <nav aria-label={t('directory.pages')} className="mt-8 flex flex-wrap justify-center gap-3">
          {!isFirst && previous?.after !== null && (
            <LinkButton href={hrefOf(searched)}>{t('directory.first')}</LinkButton>
          )}
          {previous && (
            <LinkButton
              rel="prev"
              href={hrefOf({
                ...searched,
                ...(previous.after !== null && { after: previous.after, back: previous.trail }),
              })}
            >
              {t('directory.previous')}
            </LinkButton>
          )}
          {next !== null && (
            <LinkButton rel="next" href={hrefOf({ ...searched, after: next, back: trail })}>
              {t('directory.next')}
            </LinkButton>
          )}
        </nav>
      )}
    </>
  )
}

function Entry({ entry }: { readonly entry: DirectoryEntry }) {
  const { name, chainId, displayName, description, avatar } = entry
  return (
    <li className="min-w-0">
      <a
        href={`/n/${encodeURIComponent(name)}?chainId=${chainId}`}
        className="bg-raised border-line hover:bg-hover flex h-full flex-wrap items-center gap-3.5 rounded-lg border p-4 shadow-sm transition"
      >
        <Avatar name={name} src={avatar} size="lg" isLazy />
        <span className="min-w-0 flex-1 basis-32">
          <span className="block font-semibold tracking-tight">
            <NameTitle name={name} />
          </span>
          {displayName && (
            <span className="name-breaks block text-sm">
              <bdi>{displayName}</bdi>
            </span>
          )}
          {description && (
            <span className="name-breaks text-soft mt-1 line-clamp-2 text-sm">
              <bdi>{description}</bdi>
            </span>
          )}
        </span>
      </a>
    </li>
  )
}
