import { CSPProvider } from '@base-ui/react/csp-provider'
import { Toasts } from '../console/ui/Toasts.tsx'
import { Wordmark } from '../ui/Brand.tsx'
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx'
import { Buttons, Feedback, Names } from './Basics.tsx'
import { Charts, Rows } from './Data.tsx'
import { Fields } from './Fields.tsx'
import { Overlays } from './Overlays.tsx'

/** Every component in its states, for tests and pictures. */
export function Gallery() {
  return (
    <CSPProvider disableStyleElements>
      <main className="mx-auto max-w-6xl p-4 md:p-8">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-2xl">
            <Wordmark />
            <span className="sr-only">: components</span>
          </h1>
          <ThemeSwitch />
        </div>
        <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2">
          <div className="grid min-w-0 grid-cols-1 gap-5">
            <Buttons />
            <Fields />
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-5">
            <Names />
            <Overlays />
            <Feedback />
            <Charts />
          </div>
          <Rows />
        </div>
      </main>
      <Toasts />
    </CSPProvider>
  )
}
