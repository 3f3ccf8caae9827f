import { Notice } from '../../ui/Notice.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { ServiceFoot } from '../../ui/ServiceFoot.tsx'
import type { PageData } from '../page-data.ts'
import { DomainSearch } from './DomainSearch.tsx'

export function HomePage({ openDomains: { data: domains } }: PageData['home']) {
  return (
    <PageFrame foot={<ServiceFoot />}>
      <h1 className="pt-12 text-4xl font-semibold tracking-tight sm:text-5xl">A name for your wallet.</h1>
      <p className="text-soft mt-4 max-w-lg text-lg">
        Claim a name under one of these domains, and people can send to it and find you by it. It costs no
        gas.
      </p>
      <section aria-labelledby="domains" className="mt-12">
        <h2 id="domains" className="mb-4 text-xl font-semibold">
          Open domains
        </h2>
        {domains.length === 0 ? (
          <Notice title="No domain is open at the moment.">
            Do you have a link from the owner of a domain? It works all the same.
          </Notice>
        ) : (
          <DomainSearch domains={domains} />
        )}
      </section>
      <section aria-labelledby="developers" className="border-line mt-12 border-t pt-8">
        <h2 id="developers" className="mb-2 text-xl font-semibold">
          For developers
        </h2>
        <p className="text-soft">
          Everything on these pages is a public interface: read the{' '}
          <a href="/docs" className="text-ink underline underline-offset-4">
            documentation
          </a>{' '}
          or take the{' '}
          <a href="/openapi.json" className="text-ink underline underline-offset-4">
            OpenAPI document
          </a>
          .
        </p>
      </section>
    </PageFrame>
  )
}
