import { NameTitle } from '../../ui/NameTitle.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import type { PageData } from '../page-data.ts'

export function NamePage({ name }: PageData['name']) {
  return (
    <PageFrame>
      <h1 className="text-4xl font-semibold tracking-tight">
        <NameTitle name={name.ens} />
      </h1>
    </PageFrame>
  )
}
