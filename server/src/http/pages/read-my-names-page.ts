import type { Context } from '../../context.ts'
import { chainIds } from '../../ens/chains.ts'
import type { Page } from './page.ts'

/** The document is the same for all; the script lists the names of the connected wallet. */
export function readMyNamesPage({ sandboxAccounts }: Context): Page {
  return {
    page: 'my-names',
    title: 'My names',
    description: 'The names and invitations of your wallet.',
    path: '/me',
    data: { chainIds: [...chainIds], isSandbox: sandboxAccounts !== undefined },
  }
}
