import { lazy } from 'react'
import { importPart } from '../../api/import-part.ts'
import { LatePart } from '../../ui/LatePart.tsx'
import type { OutcomeNoticeProps } from './OutcomeNotice.tsx'

const OutcomeNotice = lazy(() =>
  importPart(() => import('./OutcomeNotice.tsx')).then(({ OutcomeNotice }) => ({ default: OutcomeNotice })),
)

/** Apart from the pages, few of whose visitors wait for an answer. Nothing where there is no token. */
export function LazyOutcomeNotice({
  token,
  ...request
}: Omit<OutcomeNoticeProps, 'token'> & { readonly token: string | null | undefined }) {
  if (!token) return null
  return (
    <LatePart>
      <OutcomeNotice token={token} {...request} />
    </LatePart>
  )
}
