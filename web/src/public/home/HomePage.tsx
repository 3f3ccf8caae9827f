import { t } from '../../text/messages.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import type { PageData } from '../page-data.ts'
import { DomainCards } from './DomainCards.tsx'
import { DomainSearch } from './DomainSearch.tsx'

export function HomePage({ openDomains: { data: domains } }: PageData['home']) {
  return (
    <PageFrame isWide hasDocumentation>
      <section className="mx-auto max-w-3xl pt-10 pb-12 text-center sm:pt-20 sm:pb-16">
        <h1 className="text-[2.75rem] leading-[1.05] font-bold tracking-tighter sm:text-[4.25rem]">
          {t('home.heading')}
        </h1>
        <p className="text-soft mx-auto mt-5 max-w-xl text-lg leading-relaxed text-balance">
          {t('home.lead')}
        </p>
        {domains.length > 0 && <DomainSearch domains={domains} />}
      </section>
      <section aria-labelledby="domains">
        <h2 id="domains" className="mb-4 text-lg font-semibold tracking-tight">
          {t('home.domains')}
        </h2>
        {domains.length === 0 ? (
          <Notice title={t('home.none-open')}>{t('home.have-link')}</Notice>
        ) : (
          <DomainCards domains={domains} />
        )}
      </section>
      <section
        aria-labelledby="developers"
        className="bg-sunk border-line mt-14 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-xl border p-6 sm:p-8"
      >
        <div className="max-w-xl">
          <h2 id="developers" className="text-lg font-semibold tracking-tight">
            {t('home.developers')}
          </h2>
          <p className="text-soft mt-1">{t('home.developers-text')}</p>
        </div>
        <p className="flex flex-wrap gap-3">
          <LinkButton href="/guide/">{t('home.documentation')}</LinkButton>
          <LinkButton href="/openapi.json">{t('home.openapi')}</LinkButton>
        </p>
      </section>
    </PageFrame>
  )
}
