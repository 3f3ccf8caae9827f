import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Mark } from '../../ui/Brand.tsx'
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx'
import { readSetupToken } from '../session.ts'
import { SignInActions } from './SignInActions.tsx'

const route = getRouteApi('/console/sign-in')

export function SignInPage() {
  const { to } = route.useSearch()
  const navigate = useNavigate()
  const [setupToken] = useState(readSetupToken)
  return (
    <div className="bg-sunk flex min-h-dvh flex-col items-center px-4">
      <main className="bg-raised border-line my-auto grid w-full max-w-md gap-6 rounded-xl border p-6 shadow sm:p-10">
        <Mark className="size-11" />
        <div>
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
      <footer className="text-soft flex w-full max-w-md flex-wrap items-center justify-between gap-4 py-6 text-sm">
        <a href="/" className="underline underline-offset-4">
          Names of this instance
        </a>
        <ThemeSwitch />
      </footer>
    </div>
  )
}
