import {
  Activity,
  AtSign,
  Gauge,
  Globe,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  MailOpen,
  Network,
  ScrollText,
  Settings2,
  Sparkles,
  Users,
  Webhook,
} from 'lucide-react'

/** Of a domain, in the order of its day. */
export const domainScreens = [
  { title: 'Overview', to: '/console/domains/$chainId/$domain', Icon: LayoutDashboard },
  { title: 'Names', to: '/console/domains/$chainId/$domain/names', Icon: AtSign },
  { title: 'Claim page', to: '/console/domains/$chainId/$domain/claim-page', Icon: Sparkles },
  { title: 'Invitations', to: '/console/domains/$chainId/$domain/invitations', Icon: MailOpen },
  { title: 'Requests', to: '/console/domains/$chainId/$domain/requests', Icon: Inbox },
  { title: 'Activity', to: '/console/domains/$chainId/$domain/activity', Icon: Activity },
  { title: 'Settings', to: '/console/domains/$chainId/$domain/settings', Icon: Settings2 },
] as const

export const workspaceScreens = [
  { title: 'Members', to: '/console/workspaces/$workspaceId/members', Icon: Users },
  { title: 'API keys', to: '/console/workspaces/$workspaceId/keys', Icon: KeyRound },
  { title: 'Webhooks', to: '/console/workspaces/$workspaceId/webhooks', Icon: Webhook },
  { title: 'Request log', to: '/console/workspaces/$workspaceId/requests', Icon: ScrollText },
  { title: 'All activity', to: '/console/workspaces/$workspaceId/activity', Icon: History },
] as const

export const operatorScreens = [
  { title: 'Instance', to: '/console/instance', Icon: Gauge },
  { title: 'All domains', to: '/console/instance/domains', Icon: Globe },
  { title: 'All workspaces', to: '/console/instance/workspaces', Icon: Network },
] as const
