import { useQuery } from '@tanstack/react-query'
import { api, chainIdOf, fileBody, unwrap } from '../../api/client.ts'
import { UploadInput } from '../../form/inputs.tsx'
import { formatCount } from '../../ui/format-number.ts'
import type { DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState, Query } from '../ui/Query.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/byname/v1/domains/{domain}/allow-list'

interface AllowListSectionProps extends DomainRef {
  readonly isUsed: boolean
}

/** A file replaces the list. */
export function AllowListSection({ domain, chainId, isUsed }: AllowListSectionProps) {
  const params = { path: { domain }, query: { chainId: chainIdOf(chainId) } }
  const queryKey = ['allow-list', chainId, domain]
  const query = useQuery({ queryKey, queryFn: () => unwrap(api.GET(path, { params })) })
  const upload = useSave({
    save: (file: File) => unwrap(api.PUT(path, { params, ...fileBody(file) })),
    done: 'The allow-list is replaced.',
    changes: [queryKey],
  })
  return (
    <Section
      title="Allow-list"
      words={
        isUsed
          ? 'Only these wallets can claim.'
          : 'Not used now: the rule "Only wallets of the allow-list" is off.'
      }
    >
      <Query query={query} subject="the allow-list" lines={1}>
        {({ count }) => <p className="mb-3 text-sm">{formatCount(count)} addresses.</p>}
      </Query>
      <UploadInput
        title="Replace it by a CSV file"
        hint="Addresses in the first column."
        kind="csv"
        isUploading={upload.isPending}
        onFile={upload.mutate}
      />
      {upload.error && <ErrorState title="The list was not replaced." error={upload.error} />}
      <div className="mt-3">
        <ApiCall method="PUT" path={path} params={params.path} query={params.query} file="wallets.csv" />
      </div>
    </Section>
  )
}
