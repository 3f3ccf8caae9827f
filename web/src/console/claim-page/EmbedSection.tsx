import { Link } from '@tanstack/react-router'
import { createElement, useEffect, useState } from 'react'
import { languages } from '../../text/languages.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Select } from '../../ui/Select.tsx'
import type { DomainDetails } from '../queries.ts'
import { Section } from '../ui/Screen.tsx'
import { embedSnippet } from './embed-snippet.ts'

type Theme = 'page' | 'light' | 'dark'
type Language = 'page' | keyof typeof languages

const themes = [
  { value: 'page', title: 'As the site' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
] as const

const languageChoices = [
  { value: 'page' as const, title: 'As the site' },
  ...Object.entries(languages).map(([value, title]) => ({ value: value as Language, title })),
]

/** The element for other sites, with its snippet, as it is on this page, and the sites that it works on. */
export function EmbedSection({ domain }: DomainDetails) {
  const [theme, setTheme] = useState<Theme>('page')
  const [language, setLanguage] = useState<Language>('page')
  const { name, chainId, allowedOrigins } = domain
  const attributes = {
    ...(chainId !== 1 && { 'chain-id': `${chainId}` }),
    ...(theme !== 'page' && { theme }),
    ...(language !== 'page' && { lang: language }),
  }
  const snippet = embedSnippet({ domain: name, chainId }, attributes)
  return (
    <Section title="Put it on your site" words="Your visitors claim names there, without leaving the page.">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SegmentedControl label="Theme" value={theme} options={themes} onChange={setTheme} />
          <Select
            aria-label="Language"
            value={language}
            options={languageChoices}
            className="min-w-[min(100%,11rem)]"
            onChange={setLanguage}
          />
        </div>
        <div className="bg-sunk border-line relative rounded-lg border">
          <pre className="mono name-breaks p-4 pe-14 text-sm whitespace-pre-wrap">{snippet}</pre>
          <span className="absolute end-1 top-1">
            <CopyButton text={snippet} subject="the snippet" />
          </span>
        </div>
        <ClaimElement domain={name} chainId={chainId} theme={theme} language={language} />
        <Sites name={name} chainId={chainId} allowedOrigins={allowedOrigins} />
      </div>
    </Section>
  )
}

interface ClaimElementProps {
  readonly domain: string
  readonly chainId: number
  readonly theme: Theme
  readonly language: Language
}

/** The element itself, by the script that other sites load. */
function ClaimElement({ domain, chainId, theme, language }: ClaimElementProps) {
  useEffect(() => {
    if (document.querySelector('script[data-embed]')) return
    const script = document.createElement('script')
    Object.assign(script, { src: '/embed.js', async: true })
    script.dataset['embed'] = ''
    document.head.append(script)
  }, [])
  return (
    <figure className="grid gap-2">
      {createElement('byname-claim', {
        domain,
        'chain-id': `${chainId}`,
        ...(theme !== 'page' && { theme }),
        ...(language !== 'page' && { lang: language }),
      })}
      <figcaption className="text-soft text-sm">
        This is the element, not a picture of it: a name that is claimed here is issued.
      </figcaption>
    </figure>
  )
}

interface SitesProps {
  readonly name: string
  readonly chainId: number
  readonly allowedOrigins: readonly string[] | null
}

function Sites({ name, chainId, allowedOrigins }: SitesProps) {
  const link = (
    <Link
      to="/console/domains/$chainId/$domain/settings"
      params={{ chainId: `${chainId}`, domain: name }}
      className="text-accent-text font-medium underline underline-offset-4"
    >
      {allowedOrigins ? 'Change the sites' : 'Add your site'}
    </Link>
  )
  if (!allowedOrigins)
    return <p className="text-sm">It works on this service only, until you allow your site. {link}</p>
  return (
    <div className="grid gap-2 text-sm">
      <p>It works on this service and on these sites. {link}</p>
      <ul className="flex flex-wrap gap-2">
        {allowedOrigins.map((origin) => (
          <li key={origin} className="bg-sunk border-line mono name-breaks rounded-full border px-3 py-1">
            {origin}
          </li>
        ))}
      </ul>
    </div>
  )
}
