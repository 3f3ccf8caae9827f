import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A screen whose script did not arrive. Browsers do not ask for it again until the document is loaded again. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
}

/**
 * A screen of its own script. The router reloads the document where a script is missing, which loses what is typed and ends
 * offline in the browser's own page; here a missing script is an error that can be tried again.
 */
export function lazyScreen<Name extends string, Module extends Record<Name, () => ReactNode>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        // Others are faults of the screen.
        if (!(error instanceof TypeError)) throw error
        throw new ScreenNotLoaded(
          navigator.onLine
            ? 'The console was updated, or the connection was lost for a moment. Load it again to see this screen.'
            : 'You are offline, and this screen is not loaded yet. Try again when you are online.',
        )
      }),
    name,
  )
}
