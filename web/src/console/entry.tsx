import '../text/english.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { setAudience } from '../wallet/wallet-error.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { repeatAfterSignIn } from './session-renewal.ts'
import { Toasts } from './ui/Toasts.tsx'

setAudience('console')
repeatAfterSignIn()
const root = document.getElementById('root')
if (!root) throw new Error('The document has no root.')
createRoot(root).render(<App />)

/** Base UI writes no style elements, which the content security policy would refuse. */
function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  )
}
