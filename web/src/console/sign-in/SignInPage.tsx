import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx'
import { readSetupToken } from '../session.ts'
import { SignInActions } from './SignInActions.tsx'

const route = getRouteApi('/console/sign-in')

export function SignInPage() {
  const { to } = route.useSearch()
  const navigate = useNavigate()
  const [setupToken] = useState(readSetupToken)
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-4">
      <main className="grid flex-1 content-center gap-6 py-12">
        <div>
          <p className="text-soft text-sm font-semibold">Byname</p>
          <h1 className="text-3xl font-semibold tracking-tight">
            {setupToken ? 'Set up this instance' : 'Console'}
          </h1>
          <p className="text-soft mt-2">
            {setupToken
              ? 'The wallet that signs in now becomes the first operator of this instance.'
              : 'Sign in with the wallet that owns a domain, or that is a member of a workspace.'}
          </p>
        </div>
        <SignInActions
          setupToken={setupToken}
          onSignedIn={() => navigate({ href: to ?? '/console', replace: true })}
        />
      </main>
      <footer className="text-soft border-line flex flex-wrap justify-between gap-4 border-t py-6 text-sm">
        <a href="/" className="underline underline-offset-4">
          Names of this instance
        </a>
        <ThemeSwitch />
      </footer>
    </div>
  )
}
