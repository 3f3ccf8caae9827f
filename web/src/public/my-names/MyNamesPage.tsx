import { PageFrame } from '../../ui/PageFrame.tsx'
import type { PageData } from '../page-data.ts'

export function MyNamesPage(_: PageData['my-names']) {
  return (
    <PageFrame>
      <h1 className="text-4xl font-semibold tracking-tight">My names</h1>
    </PageFrame>
  )
}
