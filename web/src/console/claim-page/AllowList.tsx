import { useQuery } from '@tanstack/react-query'
import { api, chainIdOf, fileBody, unwrap } from '../../api/client.ts'
import { UploadInput } from '../../form/inputs.tsx'
import { formatCount } from '../../ui/format-number.ts'
import type { DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState, Query } from '../ui/Query.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/byname/v1/domains/{domain}/allow-list'

interface AllowListProps extends DomainRef {
  /** Whether the rules that are saved ask for it. */
  readonly isUsed: boolean
}

/** A file replaces the list. */
export function AllowList({ domain, chainId, isUsed }: AllowListProps) {
  const params = { path: { domain }, query: { chainId: chainIdOf(chainId) } }
  const queryKey = ['allow-list', chainId, domain]
  const query = useQuery({ queryKey, queryFn: () => unwrap(api.GET(path, { params })) })
  const upload = useSave({
    save: (file: File) => unwrap(api.PUT(path, { params, ...fileBody(file) })),
    done: 'The allow-list is replaced.',
    changes: [queryKey],
  })
  return (
    <section aria-label="Allow-list" className="bg-sunk grid gap-3 rounded-lg p-4">
      <h3 className="font-semibold">Allow-list</h3>
      {!isUsed && (
        <p className="text-soft text-sm">
          It can be filled now; only its wallets can claim once the rules are saved.
        </p>
      )}
      <Query query={query} subject="the allow-list" lines={1}>
        {({ count }) => (
          <p className="text-sm">
            {formatCount(count)} {count === 1 ? 'address' : 'addresses'}.
          </p>
        )}
      </Query>
      <UploadInput
        title="Replace it by a CSV file"
        hint="Addresses in the first column."
        kind="csv"
        isUploading={upload.isPending}
        onFile={upload.mutate}
      />
      {upload.error && <ErrorState title="The list was not replaced." error={upload.error} />}
      <div>
        <ApiCall method="PUT" path={path} params={params.path} query={params.query} file="wallets.csv" />
      </div>
    </section>
  )
}
