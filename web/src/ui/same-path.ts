/** The path of a URL of this service, under whichever of its host names the page is open. */
export function samePath(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return pathname + search
}
