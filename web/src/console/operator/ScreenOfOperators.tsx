import type { ReactNode } from 'react'
import { useSession } from '../session.ts'
import { Empty, Screen } from '../ui/Screen.tsx'

interface ScreenOfOperatorsProps {
  readonly title: string
  readonly children: ReactNode
}

/** The server refuses what others ask for; this only explains it. */
export function ScreenOfOperators({ title, children }: ScreenOfOperatorsProps) {
  const session = useSession()
  return (
    <Screen title={title}>
      {session?.isOperator ? (
        children
      ) : (
        <Empty title="Only operators see the instance.">Sign in with the wallet of one.</Empty>
      )}
    </Screen>
  )
}
