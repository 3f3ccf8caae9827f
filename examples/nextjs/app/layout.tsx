import '@byname/react/styles.css'
import type { ReactNode } from 'react'

export const metadata = { title: 'Sign in with your name' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" style={{ colorScheme: 'light dark', fontFamily: 'system-ui' }}>
      <body style={{ maxWidth: 480, margin: '10vh auto' }}>{children}</body>
    </html>
  )
}
