export interface ProfileLink {
  /** Of the text record (ENSIP-5, ENSIP-18). */
  readonly key: string
  readonly text: string
  readonly href: string
}

const sites: Readonly<Record<string, string>> = {
  'com.github': 'https://github.com/',
  'com.twitter': 'https://x.com/',
  'org.telegram': 'https://t.me/',
  'xyz.farcaster': 'https://farcaster.xyz/',
}

/** The records of a name that are links: its site, and its accounts elsewhere. */
export function profileLinks(texts: Readonly<Record<string, string>>): readonly ProfileLink[] {
  const site = webUrl(texts['url'] ?? '')
  const links = Object.entries(sites).flatMap(([key, base]) => {
    const account = texts[key]?.replace(/^@/, '') ?? ''
    return /^[\w.-]+$/.test(account)
      ? [{ key, text: `${new URL(base).host}/${account}`, href: base + account }]
      : []
  })
  return site ? [{ key: 'url', text: site.host, href: site.href }, ...links] : links
}

/** Undefined for a record that would become a script, a file, or a link that seems to lead to the host before an `@`. */
function webUrl(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text.trim())) return undefined
  const url = new URL(text.trim())
  return url.username === '' && url.password === '' ? url : undefined
}
