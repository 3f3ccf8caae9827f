import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from './Query.tsx'

/** The library of charts is loaded where one is shown. */
const Loaded = lazy(() => import('./Chart.tsx').then(({ Chart }) => ({ default: Chart })))

export function LazyChart(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeleton label="Loading the chart" lines={6} />}>
      <Loaded {...props} />
    </Suspense>
  )
}
