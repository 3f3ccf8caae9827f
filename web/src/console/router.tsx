import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { parseEventSearch } from './activity/event-search.ts'
import { parseArriveSearch } from './arrive/steps.ts'
import { parseAuthorizationSearch } from './authorize/queries.ts'
import { ConsoleLayout } from './layout/ConsoleLayout.tsx'
import { NotFound, RouteError } from './layout/RouteError.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { parseNameSearch } from './names/name-search.ts'
import { queryClient } from './query-client.ts'
import {
  parseDoctorSearch,
  parseDomainSearch,
  parseSearch,
  parseSettingsSearch,
  parseSetupSearch,
  stringifySearch,
} from './search-params.ts'
import { sessionQuery } from './session.ts'
import { OnboardedDomain } from './setup/OnboardedDomain.tsx'
import { SignInPage } from './sign-in/SignInPage.tsx'

const root = createRootRoute({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/console/sign-in',
  staticData: { title: 'Sign in' },
  // A path of the console: no other site, and no scheme. What is not returned would stay as it is.
  validateSearch: ({ to }: Record<string, unknown>): { to?: string | undefined } => ({
    to: typeof to === 'string' && /^\/console(?:[/?]|$)/.test(to) ? to : undefined,
  }),
  component: SignInPage,
})

/** All screens behind the sign-in. The setup link leads to it, with its token. */
const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/console',
  beforeLoad: ({ location }) => requireSession(location),
  component: ConsoleLayout,
})

/** Which an app opens, so it has no navigation around it. */
const authorize = createRoute({
  getParentRoute: () => root,
  path: '/console/authorize',
  staticData: { title: 'Connect an app' },
  validateSearch: parseAuthorizationSearch,
  beforeLoad: ({ location }) => requireSession(location),
  component: lazyScreen(() => import('./authorize/AuthorizeScreen.tsx'), 'AuthorizeScreen'),
})

async function requireSession({
  href,
  hash,
}: {
  readonly href: string
  readonly hash: string
}): Promise<void> {
  if (await queryClient.ensureQueryData(sessionQuery)) return
  throw redirect({ to: '/console/sign-in', search: { to: href.replace(/#.*/, '') }, hash, replace: true })
}

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  staticData: { title: 'Domains' },
  component: lazyScreen(() => import('./start/StartScreen.tsx'), 'StartScreen'),
})

const domain = createRoute({
  getParentRoute: () => signedIn,
  path: '/domains/$chainId/$domain',
  component: OnboardedDomain,
})

const names = createRoute({
  getParentRoute: () => domain,
  path: '/names',
  staticData: { title: 'Names' },
  validateSearch: parseNameSearch,
  component: lazyScreen(() => import('./names/NamesScreen.tsx'), 'NamesScreen'),
})

const overview = createRoute({
  getParentRoute: () => domain,
  path: '/',
  staticData: { title: 'Overview' },
  component: lazyScreen(() => import('./overview/OverviewScreen.tsx'), 'OverviewScreen'),
})

const importNames = createRoute({
  getParentRoute: () => domain,
  path: '/import',
  staticData: { title: 'Import' },
  component: lazyScreen(() => import('./import/ImportScreen.tsx'), 'ImportScreen'),
})

const arrive = createRoute({
  getParentRoute: () => domain,
  path: '/arrive',
  staticData: { title: 'Bring names here' },
  validateSearch: parseArriveSearch,
  component: lazyScreen(() => import('./arrive/ArriveScreen.tsx'), 'ArriveScreen'),
})

const claimPage = createRoute({
  getParentRoute: () => domain,
  path: '/claim-page',
  staticData: { title: 'Claim page' },
  component: lazyScreen(() => import('./claim-page/ClaimPageScreen.tsx'), 'ClaimPageScreen'),
})

const invitations = createRoute({
  getParentRoute: () => domain,
  path: '/invitations',
  staticData: { title: 'Invitations' },
  component: lazyScreen(() => import('./invitations/InvitationsScreen.tsx'), 'InvitationsScreen'),
})

const requests = createRoute({
  getParentRoute: () => domain,
  path: '/requests',
  staticData: { title: 'Requests' },
  component: lazyScreen(() => import('./claim-page/RequestsScreen.tsx'), 'RequestsScreen'),
})

const settings = createRoute({
  getParentRoute: () => domain,
  path: '/settings',
  staticData: { title: 'Settings' },
  validateSearch: parseSettingsSearch,
  component: lazyScreen(() => import('./settings/SettingsScreen.tsx'), 'SettingsScreen'),
})

const domainActivity = createRoute({
  getParentRoute: () => domain,
  path: '/activity',
  staticData: { title: 'Activity' },
  validateSearch: parseEventSearch,
  component: lazyScreen(() => import('./activity/ActivityScreen.tsx'), 'DomainActivityScreen'),
})

const workspace = createRoute({
  getParentRoute: () => signedIn,
  path: '/workspaces/$workspaceId',
  component: Outlet,
})

const setup = createRoute({
  getParentRoute: () => workspace,
  path: '/add-domain',
  staticData: { title: 'Add a domain' },
  validateSearch: parseSetupSearch,
  component: lazyScreen(() => import('./setup/SetupScreen.tsx'), 'SetupScreen'),
})

const keys = createRoute({
  getParentRoute: () => workspace,
  path: '/keys',
  staticData: { title: 'API keys' },
  component: lazyScreen(() => import('./keys/KeysScreen.tsx'), 'KeysScreen'),
})

const members = createRoute({
  getParentRoute: () => workspace,
  path: '/members',
  staticData: { title: 'Members' },
  component: lazyScreen(() => import('./members/MembersScreen.tsx'), 'MembersScreen'),
})

const webhooks = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks',
  staticData: { title: 'Webhooks' },
  component: lazyScreen(() => import('./webhooks/WebhooksScreen.tsx'), 'WebhooksScreen'),
})

const requestLog = createRoute({
  getParentRoute: () => workspace,
  path: '/requests',
  staticData: { title: 'Request log' },
  component: lazyScreen(() => import('./request-log/RequestLogScreen.tsx'), 'RequestLogScreen'),
})

const activity = createRoute({
  getParentRoute: () => workspace,
  path: '/activity',
  staticData: { title: 'Activity' },
  validateSearch: parseEventSearch,
  component: lazyScreen(() => import('./activity/ActivityScreen.tsx'), 'ActivityScreen'),
})

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: '/sessions',
  staticData: { title: 'Your sessions' },
  component: lazyScreen(() => import('./sessions/SessionsScreen.tsx'), 'SessionsScreen'),
})

const doctor = createRoute({
  getParentRoute: () => signedIn,
  path: '/doctor',
  staticData: { title: 'Doctor' },
  validateSearch: parseDoctorSearch,
  component: lazyScreen(() => import('./doctor/DoctorScreen.tsx'), 'DoctorScreen'),
})

const operator = createRoute({
  getParentRoute: () => signedIn,
  path: '/instance',
  staticData: { title: 'Instance' },
  component: lazyScreen(() => import('./operator/OperatorScreen.tsx'), 'OperatorScreen'),
})

const instanceDomains = createRoute({
  getParentRoute: () => signedIn,
  path: '/instance/domains',
  staticData: { title: 'All domains' },
  validateSearch: parseDomainSearch,
  component: lazyScreen(() => import('./operator/DomainsScreen.tsx'), 'DomainsScreen'),
})

const instanceWorkspaces = createRoute({
  getParentRoute: () => signedIn,
  path: '/instance/workspaces',
  staticData: { title: 'All workspaces' },
  component: lazyScreen(() => import('./operator/WorkspacesScreen.tsx'), 'WorkspacesScreen'),
})

const ofDomain = [
  overview,
  names,
  importNames,
  arrive,
  claimPage,
  invitations,
  requests,
  domainActivity,
  settings,
] as const
const ofWorkspace = [setup, keys, members, webhooks, requestLog, activity] as const
const screens = [
  start,
  domain.addChildren(ofDomain),
  workspace.addChildren(ofWorkspace),
  sessions,
  doctor,
  operator,
  instanceDomains,
  instanceWorkspaces,
] as const

export const router = createRouter({
  routeTree: root.addChildren([signIn, authorize, signedIn.addChildren(screens)]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** Of the document, before the domain. */
    readonly title?: string
  }
}
