import { useMemo } from 'react'
import type { Name } from '../page-data.ts'
import { usePrimaryNames } from './use-primary-names.tsx'

/** Whether, and on which networks, apps show the name for its holder. */
export function PrimaryNameRows({ name }: { readonly name: Name }) {
  const names = useMemo(() => [name], [name])
  const { markOf, unread } = usePrimaryNames(name.holder, names)
  return (
    <>
      {markOf(name)}
      {unread}
    </>
  )
}
